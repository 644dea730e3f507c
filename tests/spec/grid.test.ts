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
  const rows = (columns: number, width: number, height: number) => gridSize(columns, width, height).rows;
  expect(rows(120, 640, 480)).toBe(45);
  expect(rows(120, 100, 100)).toBe(60);
  expect(rows(9, 100, 100)).toBe(5);
  expect(rows(8, 2000, 10)).toBe(1);
  expect(rows(400, 10, 30)).toBe(600);
  expect(render(flat(64, 48), optionsWith({ columns: 40 })).grid).toEqual({ columns: 40, rows: 15 });
});

test("240,000 cells are rendered, one row more is a 400 (answers 1.11)", () => {
  expect(gridSize(400, 1000, 3000)).toEqual({ columns: 400, rows: 600 });
  const { code } = refusal(() => gridSize(400, 1000, 3003));
  expect([code, statusOf(code)]).toEqual(["grid_too_large", 400]);
  expect(refusal(() => render(flat(1, 100), optionsWith({ columns: 400 }))).code).toBe("grid_too_large");
});

test("The refusal names the largest columns that fits, and that one works (answers 1.11)", () => {
  const { message } = refusal(() => gridSize(400, 10, 120));
  expect(message).toContain("The largest `columns` that fits is 200.");
  expect(gridSize(200, 10, 120)).toEqual({ columns: 200, rows: 1200 });
  expect(refusal(() => gridSize(201, 10, 120)).code).toBe("grid_too_large");
});
