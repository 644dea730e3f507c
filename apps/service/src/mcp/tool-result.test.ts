import { type FormatId, gridFor } from "@lumiglyph/contract";
import { expect, test } from "vitest";
import { fittingColumns } from "./tool-result.ts";

const square = { width: 1000, height: 1000 };

const PLAIN = { pages: 1, hasGrounds: false };

const fitting = (format: FormatId, characters: number, columns = 400, source = square) =>
  fittingColumns({
    ...PLAIN,
    format,
    characters,
    grid: { columns, rows: gridFor({ columns }, source.width, source.height).rows },
  });

test("if each cell has its own color, suggests the columns that fit in the worst case", () => {
  // 20 characters per cell: 80,000 cells are 1.6 million
  expect(fitting("ansi", 1_600_000)).toBe(218);
  expect(fitting("json-compact", 500_001)).toBe(396);
});

test("if colors rarely change, suggests more columns", () => {
  expect(fitting("svg", 600_000)).toBe(322);
});

test("goes by the grid as it was, whatever the shape of its cells", () => {
  // twice the rows of a usual page
  expect(fittingColumns({ ...PLAIN, format: "ansi", characters: 3_200_000, grid: { columns: 400, rows: 400 } })).toBe(
    153,
  );
});

test("suggests nothing if the image is too tall to fit at all", () => {
  expect(fitting("svg", 4_000_000, 8, { width: 1, height: 60_000 })).toBeNull();
});
