import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gridFor, gridSize } from "./grid-size.ts";
import { Refusal } from "./problems.ts";

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
    expect(gridFor({ columns }, width, height).rows).toBe(rows),
  );

  it("count a cell as twice as high as wide, unless `cellAspect` differs", () => {
    expect(gridFor({ columns: 100 }, 10, 10).rows).toBe(50);
    expect(gridFor({ columns: 100, cellAspect: 0.45 }, 10, 10).rows).toBe(45);
    expect(gridFor({ columns: 100, cellAspect: 1 }, 10, 10).rows).toBe(100);
  });
});

describe("the size of a grid", () => {
  it("has the requested columns and its rows if they fit", () => {
    expect(gridSize({ columns: 120 }, 640, 480)).toEqual({ columns: 120, rows: 45 });
  });

  it("may be exactly 240,000 cells", () => {
    expect(gridSize({ columns: 400 }, 1, 3)).toEqual({ columns: 400, rows: 600 });
  });

  it("is refused above that, naming the largest columns that fit", () => {
    const refusal = refusalOf(() => gridSize({ columns: 400 }, 100, 400));
    expect(refusal.code).toBe("grid_too_large");
    expect(refusal.message).toBe(
      "400 columns of this 100 × 400 picture need 800 rows, more than 240000 cells in total. The largest `columns` that fits is 346.",
    );
    expect(gridSize({ columns: 346 }, 100, 400)).toEqual({ columns: 346, rows: 692 });
    expect(refusalOf(() => gridSize({ columns: 347 }, 100, 400)).message).toMatch(/fits is 346\.$/);
  });

  it("is refused without a suggestion if not even the fewest columns fit", () => {
    expect(refusalOf(() => gridSize({ columns: 8 }, 1, 12_000)).message).toBe(
      "8 columns of this 1 × 12000 picture need 48000 rows, more than 240000 cells in total. No number of columns fits: give `rows`, 400 at most, or crop the picture.",
    );
  });

  it("is as wide as its rows allow", () => {
    expect(gridSize({ columns: 120, rows: 45 }, 640, 480)).toEqual({ columns: 120, rows: 45 });
    expect(gridSize({ columns: 120, rows: 24 }, 640, 480)).toEqual({ columns: 64, rows: 24 });
    expect(gridSize({ columns: 80, rows: 24 }, 480, 640)).toEqual({ columns: 36, rows: 24 });
    expect(gridSize({ columns: 80, rows: 2 }, 1, 1000)).toEqual({ columns: 8, rows: 2 });
    expect(gridSize({ columns: 131, rows: 28, cellAspect: 0.4 }, 1872, 1008)).toEqual({ columns: 130, rows: 28 });
  });

  it("is the largest inside its columns and rows, in the picture's proportions", () => {
    const side = fc.integer({ min: 100, max: 4000 });
    const wish = fc.record({
      columns: fc.integer({ min: 20, max: 300 }),
      rows: fc.integer({ min: 20, max: 150 }),
      cellAspect: fc.constantFrom(0.4, 0.5, 0.6),
    });
    fc.assert(
      fc.property(wish, side, side, (asked, width, height) => {
        fc.pre(width < 3 * height && height < 3 * width);
        const { columns, rows } = gridSize(asked, width, height);
        expect(columns).toBeLessThanOrEqual(asked.columns);
        expect(rows).toBeLessThanOrEqual(asked.rows);
        // rows are rounded to the nearest number
        const exact = (columns * asked.cellAspect * height) / width;
        expect(Math.abs(exact - rows)).toBeLessThanOrEqual(0.5 + 1e-9);
        // one column more would be too wide or too high
        const isWidest = columns === asked.columns;
        expect(isWidest || ((columns + 1) * asked.cellAspect * height) / width > asked.rows - 1e-9).toBe(true);
      }),
    );
  });

  it("always fits or names columns that fit", () => {
    const side = fc.integer({ min: 1, max: 12_000 });
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 400 }), side, side, (columns, width, height) => {
        try {
          const { rows } = gridSize({ columns }, width, height);
          expect(columns * rows).toBeLessThanOrEqual(240_000);
          expect(rows).toBeGreaterThanOrEqual(1);
        } catch (error) {
          const { fact } = error as Refusal;
          const fitting = fact?.kind === "grid" ? fact.fitting : undefined;
          if (fitting === null) {
            expect(8 * gridFor({ columns: 8 }, width, height).rows).toBeGreaterThan(240_000);
            expect(gridSize({ columns, rows: 400 }, width, height).rows).toBe(400);
          } else expect(gridSize({ columns: fitting! }, width, height).columns).toBeLessThan(columns);
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
