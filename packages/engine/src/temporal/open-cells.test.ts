import { expect, test } from "vitest";
import { paramsWith } from "../../../../tests/support/params.ts";
import { initialStateOf } from "../../../../tests/support/pipeline-state.ts";
import { horizontalRamp } from "../../../../tests/support/rasters.ts";
import { codebook } from "../stages/codebook.ts";
import { emptyGrid, type LiveGrid, searchOpenCells } from "./live-grid.ts";
import { holdBlank, openCells, PORTIONS } from "./open-cells.ts";

const SIZE = { columns: 16, rows: 8 };
const [WIDTH, HEIGHT] = [32, 32];
const CELLS = 128;

const tonesOf = (toneAt: (x: number, y: number) => number) => ({
  width: WIDTH,
  height: HEIGHT,
  data: Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => toneAt(i % WIDTH, Math.floor(i / WIDTH))),
});
const even = (tone: number) => tonesOf(() => tone);

const drawnGrid = (): LiveGrid => {
  const frame = codebook.run({ ...initialStateOf(horizontalRamp(4, 4), SIZE), tone: even(0.5) }, paramsWith());
  const grid = emptyGrid(frame);
  searchOpenCells(grid, frame, null, 0);
  return grid;
};

const openAmong = ({ search }: LiveGrid): number[] =>
  Array.from(search.dirty.keys()).filter((cell) => search.dirty[cell] === 1);

test("drifted cells open, all others are held", () => {
  const grid = drawnGrid();
  openCells(
    grid,
    tonesOf((x, y) => (x < 2 && y < 4 ? 0.55 : 0.5)),
    1,
    false,
  );
  expect(openAmong(grid)).toEqual([0]);
  expect(Array.from(grid.search.held)).toEqual(Array.from(grid.search.dirty, (dirty) => 1 - dirty));
});

test("a change of form within a cell is a drift, even with a constant mean", () => {
  const grid = drawnGrid();
  openCells(
    grid,
    tonesOf((x, y) => (x < 2 && y < 4 ? 0.45 + 0.1 * (x % 2) : 0.5)),
    1,
    false,
  );
  expect(openAmong(grid)).toEqual([0]);
});

test("every cell has exactly one turn per cycle of portions", () => {
  const turns = Array.from({ length: PORTIONS }, (_, turn) => {
    const grid = drawnGrid();
    openCells(grid, even(0.5), turn, true);
    return openAmong(grid);
  });
  expect(turns.map((cells) => cells.length)).toEqual(Array(PORTIONS).fill(CELLS / PORTIONS));
  expect(new Set(turns.flat()).size).toBe(CELLS);
});

test("a small drift waits for its turn and then becomes the new reference", () => {
  const grid = drawnGrid();
  openCells(grid, even(0.515), 0, false);
  expect(openAmong(grid)).toHaveLength(CELLS / PORTIONS);
  openCells(grid, even(0.515), 0, false);
  expect(openAmong(grid)).toEqual([]);
});

test("a large change starts from gray, a drift from the current glyph", () => {
  const grid = drawnGrid();
  const { glyph, set } = grid.search;
  const before = glyph[0]!;
  openCells(grid, even(0.55), 1, false);
  expect(glyph[0]).toBe(before);
  openCells(grid, even(0.8), 1, false);
  expect(glyph[0]).toBe(set.count);
});

test("blanks are held and open in the next frame in which they are visible", () => {
  const grid = drawnGrid();
  const blanks = new Uint8Array(CELLS).fill(1, 0, 3);
  openCells(grid, even(0.9), 1, false);
  holdBlank(grid, blanks);
  expect(openAmong(grid)).toEqual(Array.from({ length: CELLS - 3 }, (_, i) => i + 3));
  expect([...grid.search.glyph.subarray(0, 3)]).toEqual([0, 0, 0]);
  openCells(grid, even(0.9), 1, false);
  expect(openAmong(grid)).toEqual([0, 1, 2]);
});
