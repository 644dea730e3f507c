import { gridSize, Refusal, statusOf } from "@lumiglyph/contract";
import { render } from "@lumiglyph/engine";
import { expect, test } from "vitest";
import { optionsWith } from "../support/params.ts";
import { paintGray } from "../support/rasters.ts";

const flat = (width: number, height: number) => paintGray(width, height, () => 128);

const refusal = (work: () => unknown): Refusal => {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error;
  }
  throw new Error("not refused");
};

test("Rows are half of the image's height in columns, rounded, at least one (answers 1.11)", () => {
  const rows = (columns: number, width: number, height: number) => gridSize({ columns }, width, height).rows;
  expect(rows(120, 640, 480)).toBe(45);
  expect(rows(120, 100, 100)).toBe(60);
  expect(rows(9, 100, 100)).toBe(5);
  expect(rows(8, 2000, 10)).toBe(1);
  expect(rows(400, 10, 30)).toBe(600);
  expect(render(flat(64, 48), optionsWith({ columns: 40 })).grid).toEqual({ columns: 40, rows: 15 });
});

test("240,000 cells are rendered, one row more is a 400 (answers 1.11)", () => {
  expect(gridSize({ columns: 400 }, 1000, 3000)).toEqual({ columns: 400, rows: 600 });
  const { code } = refusal(() => gridSize({ columns: 400 }, 1000, 3003));
  expect([code, statusOf(code)]).toEqual(["grid_too_large", 400]);
  expect(refusal(() => render(flat(1, 100), optionsWith({ columns: 400 }))).code).toBe("grid_too_large");
});

test("The refusal names the largest columns that fits, and that one works (answers 1.11)", () => {
  const { message } = refusal(() => gridSize({ columns: 400 }, 10, 120));
  expect(message).toContain("The largest `columns` that fits is 200.");
  expect(gridSize({ columns: 200 }, 10, 120)).toEqual({ columns: 200, rows: 1200 });
  expect(refusal(() => gridSize({ columns: 201 }, 10, 120)).code).toBe("grid_too_large");
});

test("`rows` and `cellAspect` keep the proportions of ten pictures within 2 % (decisions 9)", () => {
  const shapes = [
    [640, 480],
    [480, 640],
    [1920, 1080],
    [1080, 1920],
    [1000, 1000],
    [1500, 1000],
    [1000, 1618],
    [2000, 900],
    [733, 911],
    [1234, 567],
  ] as const;
  for (const [width, height] of shapes) {
    for (const cellAspect of [0.4, 0.45, 0.5, 0.6]) {
      const { columns, rows } = gridSize({ columns: 120, rows: 40, cellAspect }, width, height);
      expect(columns).toBeLessThanOrEqual(120);
      expect(rows).toBeLessThanOrEqual(40);
      expect(Math.abs((columns * cellAspect) / rows / (width / height) - 1)).toBeLessThan(0.02);
    }
  }
});

test("`rows` is the greatest height of a render, whatever the picture's shape (decisions 9)", () => {
  const sizeOf = (width: number, height: number, rows: number) =>
    render(flat(width, height), optionsWith({ columns: 40, rows })).grid;
  expect(sizeOf(64, 48, 400)).toEqual({ columns: 40, rows: 15 });
  expect(sizeOf(64, 48, 10)).toEqual({ columns: 26, rows: 10 });
  expect(sizeOf(10, 400, 24)).toEqual({ columns: 8, rows: 24 });
  expect(sizeOf(1, 1000, 2)).toEqual({ columns: 8, rows: 2 });
});
