import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Refusal } from "./errors.ts";
import { CELL_ASPECT, gridSize, rowsFor } from "./grid-size.ts";

describe("the rows of a grid", () => {
  it.each([
    [120, 640, 480, 45],
    [120, 480, 640, 80],
    [8, 2, 2, 4],
    [400, 1000, 1000, 200],
    [8, 1000, 1, 1],
    [100, 100, 1, 1],
    [10, 100, 50, 3],
    [10, 100, 49, 2],
  ])("keep the aspect ratio: %i columns of %i × %i are %i rows", (columns, width, height, rows) =>
    expect(rowsFor(columns, width, height)).toBe(rows),
  );

  it("count a cell as twice as high as wide", () => expect(CELL_ASPECT).toBe(0.5));
});

describe("the size of a grid", () => {
  it("has the requested columns and its rows if they fit", () => {
    expect(gridSize(120, 640, 480)).toEqual({ columns: 120, rows: 45 });
  });

  it("may be exactly 240,000 cells", () => {
    expect(gridSize(400, 1, 3)).toEqual({ columns: 400, rows: 600 });
  });

  it("is refused above that, naming the largest columns that fit", () => {
    const refusal = refusalOf(() => gridSize(400, 100, 400));
    expect(refusal.code).toBe("grid_too_large");
    expect(refusal.message).toBe(
      "400 columns of this 100 × 400 picture need 800 rows, more than 240000 cells in total. The largest `columns` that fits is 346.",
    );
    expect(gridSize(346, 100, 400)).toEqual({ columns: 346, rows: 692 });
    expect(refusalOf(() => gridSize(347, 100, 400)).message).toMatch(/fits is 346\.$/);
  });

  it("is refused without a suggestion if not even the fewest columns fit", () => {
    expect(refusalOf(() => gridSize(8, 1, 12_000)).message).toBe(
      "8 columns of this 1 × 12000 picture need 48000 rows, more than 240000 cells in total. No number of columns fits: crop the picture.",
    );
  });

  it("always fits or names columns that fit", () => {
    const side = fc.integer({ min: 1, max: 12_000 });
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 400 }), side, side, (columns, width, height) => {
        try {
          const { rows } = gridSize(columns, width, height);
          expect(columns * rows).toBeLessThanOrEqual(240_000);
          expect(rows).toBeGreaterThanOrEqual(1);
        } catch (error) {
          const named = /fits is (\d+)\.$/.exec((error as Refusal).message);
          if (named === null) expect(8 * rowsFor(8, width, height)).toBeGreaterThan(240_000);
          else expect(gridSize(Number(named[1]), width, height).columns).toBeLessThan(columns);
        }
      }),
    );
  });
});

const refusalOf = (work: () => unknown): Refusal => {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error("nothing was refused");
};
