import type { RenderParams } from "@lumiglyph/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { startFrame } from "../../../../tests/support/frames.ts";
import { PLAIN, paramsWith, validParams } from "../../../../tests/support/params.ts";
import { horizontalRamp, noise, paint, paintGray, rasters } from "../../../../tests/support/rasters.ts";
import type { Frame } from "../frame.ts";
import { rampOf } from "../glyphs/ramps.ts";
import { DRAWING, runStages, SEEING } from "../pipeline.ts";
import type { Raster } from "../raster.ts";
import { unwatched } from "../stage.ts";
import { view } from "../stages/view.ts";
import type { Board } from "./board.ts";
import { createSketchBoard } from "./sketch.ts";

const SIZE = { columns: 60, rows: 30 };

const seeingOf = (raster: Raster, size = SIZE): { readonly still: Frame; readonly seen: Frame } => {
  const still = runStages(SEEING.slice(0, -1), startFrame(raster, size), paramsWith(), unwatched);
  return { still, seen: view.run(still, paramsWith()) };
};

const boardOf = (raster: Raster, size = SIZE): Board => {
  const { still, seen } = seeingOf(raster, size);
  return createSketchBoard(still, seen, paramsWith());
};

const pageOf = (raster: Raster, params: RenderParams): Frame =>
  runStages(DRAWING, seeingOf(raster).seen, params, unwatched);

const CURVES: readonly Partial<RenderParams>[] = [
  {},
  { gamma: 0.8 },
  { brightness: 30 },
  { contrast: 1.6, autoLevels: 0.5 },
  { invert: true },
];

/** How far the light of one histogram has to be moved to become the other, on average: 1 is from black to white. */
const apart = (a: Uint32Array, b: Uint32Array): number => {
  let ahead = 0;
  let moved = 0;
  for (let bin = 0; bin < a.length; bin++) {
    ahead += a[bin]! - b[bin]!;
    moved += Math.abs(ahead);
  }
  return moved / (a.length * SIZE.columns * SIZE.rows);
};

const next = noise(7);
const PICTURES: readonly (readonly [name: string, raster: Raster])[] = [
  ["a ramp", horizontalRamp(240, 120)],
  ["a disc in a glow", paintGray(240, 120, (x, y) => glow(x, y))],
  ["stripes", paintGray(240, 120, (x) => 128 + 100 * Math.sin(x / 9))],
  ["a dull picture", paintGray(240, 120, (x, y) => 90 + ((x + y) % 60))],
  ["noise", paintGray(240, 120, () => 255 * next())],
];

function glow(x: number, y: number): number {
  const distance = Math.hypot(x - 120, y - 60);
  return distance < 30 ? 230 : Math.max(10, 160 - distance);
}

test("a sketch is two fifths as wide and as high as the page, one cell at least", () => {
  expect(boardOf(horizontalRamp(240, 120)).draw(paramsWith()).size).toEqual({ columns: 24, rows: 12 });
  expect(boardOf(horizontalRamp(8, 2), { columns: 8, rows: 1 }).draw(paramsWith()).size).toEqual({
    columns: 4,
    rows: 1,
  });
});

test("a sketch of a large page has about two thousand cells, in the page's proportions", () => {
  const { columns, rows } = boardOf(horizontalRamp(240, 120), { columns: 300, rows: 75 }).still.size;
  expect(Math.abs(columns * rows - 2000)).toBeLessThan(120);
  expect(columns / rows).toBeCloseTo(4, 0);
});

describe("its codebook", () => {
  test.each(PICTURES)("is chosen for the cells of the whole page, for %s, whatever the curve", (_, raster) => {
    for (const given of CURVES) {
      const params = paramsWith({ ...PLAIN, ...given });
      const [sketched, drawn] = [boardOf(raster).draw(params).codebook, pageOf(raster, params).codebook];
      expect(sketched.histogram.reduce((sum, count) => sum + count)).toBe(SIZE.columns * SIZE.rows);
      expect(apart(sketched.histogram, drawn.histogram)).toBeLessThan(0.005);
      expect(Math.abs(sketched.glyphs.length - drawn.glyphs.length)).toBeLessThanOrEqual(1);
    }
  });

  test("is of about the same size too where denoising and sharpening change the tones", () => {
    for (const [, raster] of PICTURES.slice(0, 4)) {
      const [sketched, drawn] = [boardOf(raster).draw(paramsWith()).codebook, pageOf(raster, paramsWith()).codebook];
      expect(Math.abs(sketched.glyphs.length - drawn.glyphs.length)).toBeLessThanOrEqual(1);
    }
  });

  test("is the whole ramp where it is asked for", () => {
    const { codebook } = boardOf(PICTURES[0]![1]).draw(paramsWith({ glyphStrategy: "fixed" }));
    expect(codebook.glyphs).toEqual(rampOf("detailed"));
  });
});

test("a sketch of even gray is even, as the page is", () => {
  const params = paramsWith({ ...PLAIN, charset: "blocks" });
  const { cells } = boardOf(paintGray(120, 60, () => 255)).draw(params);
  expect(new Set(cells).size).toBe(1);
});

test("transparent parts stay blank", () => {
  const half = paint(120, 60, (x) => [255, 255, 255, x < 60 ? 255 : 0]);
  const { cells, codebook, size } = boardOf(half).draw(paramsWith({ invert: true, brightness: 60 }));
  for (let row = 0; row < size.rows; row++) {
    expect(codebook.glyphs[cells[(row + 1) * size.columns - 1]!]).toBe(0);
  }
});

test("redrawn with noise it is another sketch, the same one every time", () => {
  const board = boardOf(PICTURES[1]![1]);
  const redrawn = board.redraw(paramsWith());
  expect(redrawn.cells).not.toEqual(board.draw(paramsWith()).cells);
  expect(redrawn.cells).toEqual(board.redraw(paramsWith()).cells);
});

test("anything that can be drawn can be sketched", () => {
  fc.assert(
    fc.property(rasters(), validParams(), (raster, { params }) => {
      const board = boardOf(raster, { columns: 10, rows: 6 });
      for (const { cells, codebook, size } of [board.draw(params), board.redraw(params)]) {
        expect(cells).toHaveLength(size.columns * size.rows);
        for (const cell of cells) expect(cell).toBeLessThan(codebook.glyphs.length);
      }
    }),
    { numRuns: 60 },
  );
});
