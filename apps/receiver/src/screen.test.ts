import { expect, test } from "vitest";
import { fittingCell } from "./screen.ts";

test("all cells fit, in whole pixels", () => {
  expect(fittingCell({ columns: 120, rows: 40 }, 1000, 2000)).toBe(8);
  expect(fittingCell({ columns: 120, rows: 40 }, 2000, 500)).toBe(6);
});

test("a cell is never narrower than two pixels", () => {
  expect(fittingCell({ columns: 400, rows: 40 }, 300, 300)).toBe(2);
});
