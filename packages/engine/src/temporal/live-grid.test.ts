import { expect, test } from "vitest";
import { paramsWith } from "../../../../tests/support/params.ts";
import { initialStateOf } from "../../../../tests/support/pipeline-state.ts";
import { horizontalRamp } from "../../../../tests/support/rasters.ts";
import { ATLAS, STROKES } from "../glyphs/atlas.ts";
import { drawnGlyphs } from "../glyphs/codebook.ts";
import type { PipelineState } from "../pipeline-state.ts";
import { codebook } from "../stages/codebook.ts";
import { emptyGrid, type LiveGrid, readGrid, searchOpenCells, withCodebook } from "./live-grid.ts";
import { openCells } from "./open-cells.ts";

const SIZE = { columns: 12, rows: 5 };
const [WIDTH, HEIGHT] = [2 * SIZE.columns, 4 * SIZE.rows];

const frameOf = (
  toneAt: (x: number, y: number) => number,
  charset: "standard" | "minimal" = "standard",
): PipelineState => {
  const data = Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => toneAt(i % WIDTH, Math.floor(i / WIDTH)));
  const frame = { ...initialStateOf(horizontalRamp(4, 4), SIZE), tone: { width: WIDTH, height: HEIGHT, data } };
  return codebook.run(frame, paramsWith({ charset, glyphStrategy: "fixed" }));
};
const WAVE = frameOf((x, y) => 0.5 + 0.45 * Math.sin(x / 5 + y / 9));
const FEWER = frameOf(() => 0.5, "minimal").codebook;

const drawn = (frame: PipelineState): LiveGrid => {
  const grid = emptyGrid(frame);
  searchOpenCells(grid, frame, null, 0);
  return grid;
};

/** The glyphs of a grid as atlas indexes. */
const glyphsOf = (grid: LiveGrid): number[] => {
  const { glyphs, cells } = readGrid(grid);
  return Array.from(cells, (place) => glyphs[place]!);
};

test("a new codebook changes no glyph until cells are rendered again", () => {
  const grid = drawn(WAVE);
  const fewer = withCodebook(grid, FEWER);
  expect(glyphsOf(fewer)).toEqual(glyphsOf(grid));
  expect(fewer.retired.length).toBeGreaterThan(2);
  expect(glyphsOf(withCodebook(fewer, WAVE.codebook))).toEqual(glyphsOf(grid));
});

test("blanks stay blank in a codebook without the blank", () => {
  const half = frameOf((x) => (x < 12 ? 0 : 0.7));
  const grid = drawn(half);
  expect(glyphsOf(grid)).toContain(0);
  const { codebook: full } = frameOf(() => 0.7);
  const bright = { ...full, glyphs: full.glyphs.slice(1), tones: full.tones.slice(1) };
  const without = withCodebook(grid, bright);
  expect(without.retired).toContain(0);
  expect(glyphsOf(without)).toEqual(glyphsOf(grid));
  openCells(without, half.tone, 0, true);
  searchOpenCells(without, { ...half, codebook: bright }, null, 0);
  const kept = glyphsOf(without).filter((_, cell) => without.search.held[cell] === 1);
  expect(kept).toEqual(glyphsOf(grid).filter((_, cell) => without.search.held[cell] === 1));
});

test("only glyphs in use are retired, and no longer once they are back in the codebook", () => {
  const fewer = withCodebook(drawn(frameOf(() => 0.7)), FEWER);
  expect(fewer.retired.every((glyph) => glyphsOf(fewer).includes(glyph))).toBe(true);
  expect(withCodebook(fewer, WAVE.codebook).retired).toEqual([]);
});

test("a new search assigns no retired glyph", () => {
  const fewer = withCodebook(drawn(WAVE), FEWER);
  fewer.search.dirty.fill(1);
  searchOpenCells(fewer, { ...WAVE, codebook: FEWER }, null, 0);
  expect(glyphsOf(fewer).filter((glyph) => !drawnGlyphs(FEWER).includes(glyph))).toEqual([]);
  expect(readGrid(fewer).glyphs).toEqual(drawnGlyphs(FEWER));
});

test("a fully opened grid has the same target as an empty one", () => {
  const grid = drawn(WAVE);
  const other = frameOf((x, y) => 0.5 - 0.45 * Math.sin(x / 5 + y / 9 + 0.6));
  openCells(
    grid,
    { ...other.tone, data: other.tone.data.map((tone) => (tone > 0.5 ? tone - 0.3 : tone + 0.3)) },
    0,
    true,
  );
  openCells(grid, other.tone, 0, true);
  const empty = emptyGrid(other);
  expect(grid.search.dirty).toEqual(new Uint8Array(60).fill(1));
  expect(grid.target.data).toEqual(empty.target.data);
  expect(grid.bare).toEqual(empty.bare);
  expect(grid.search.weight).toEqual(empty.search.weight);
});

test("a grid lists its codebook, then its strokes, then retired glyphs, each once", () => {
  const grid = drawn(WAVE);
  expect(readGrid(grid).glyphs).toEqual([...WAVE.codebook.glyphs, ...WAVE.codebook.strokes!]);
  const { glyphs } = readGrid(withCodebook(grid, FEWER));
  expect(glyphs.slice(0, drawnGlyphs(FEWER).length)).toEqual(drawnGlyphs(FEWER));
  expect(new Set(glyphs).size).toBe(glyphs.length);
});

test("only open cells follow contours, and even ones get the glyph nearest to their tone", () => {
  const grid = drawn(WAVE);
  grid.search.glyph[7] = grid.search.near[7] === 0 ? 9 : 0;
  const before = glyphsOf(grid);
  grid.search.held.fill(1);
  grid.search.dirty.fill(0);
  for (const cell of [7, 20]) {
    grid.search.held[cell] = 0;
    grid.search.dirty[cell] = 1;
  }
  const upright = 1 + STROKES.indexOf(ATLAS.indexOf("|"));
  const contours = {
    even: new Uint8Array(60).fill(1).fill(0, 20, 21),
    direction: new Uint8Array(60).fill(upright),
    strength: new Float32Array(60).fill(1),
  };
  searchOpenCells(grid, WAVE, contours, 1e6);
  const after = glyphsOf(grid);
  expect(after[20]).toBe(ATLAS.indexOf("|"));
  expect(after[7]).toBe(WAVE.codebook.glyphs[grid.search.near[7]!]);
  expect(after.filter((_, cell) => cell !== 7 && cell !== 20)).toEqual(
    before.filter((_, cell) => cell !== 7 && cell !== 20),
  );
});
