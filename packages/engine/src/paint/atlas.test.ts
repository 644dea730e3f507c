import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bakedAtlas } from "../../../../tests/studio/painters/baked-atlas.ts";
import { ATLAS } from "../glyphs/atlas.ts";
import { toLight } from "../math/srgb.ts";
import { coverageOf, LARGEST_CELL, readOutlines } from "./atlas.ts";
import type { CellSize } from "./view.ts";

const SIZES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 18, 20, 24, 32, 48, 64] as const;

const atlas = bakedAtlas();

const cellOf = (width: number): CellSize => ({ width, height: 2 * width });

const INK = 0xe5 / 255;

/** A glyph's mean light in the calibration's ink. */
const lightOf = (glyph: number, cell: number): number => {
  const alpha = atlas(cellOf(cell)).alphaOf(glyph, 0, 0);
  return alpha.reduce((sum, byte) => sum + toLight((INK * byte) / 255), 0) / alpha.length;
};

const glyphs = (pattern: RegExp): number[] => ATLAS.glyphs.flatMap((glyph, i) => (pattern.test(glyph) ? [i] : []));

const LETTERS = glyphs(/[!-~]/);
const SHADES = glyphs(/[░▒▓█]/);
const DOTS = glyphs(/[⠁-⣿]/);

/** Light of all letters relative to the engine's measurement. */
const lettersLight = (cell: number): number =>
  LETTERS.reduce((sum, glyph) => sum + lightOf(glyph, cell), 0) /
  LETTERS.reduce((sum, glyph) => sum + ATLAS.tone[glyph]!, 0);

describe("a sheet of glyphs", () => {
  test.each(SIZES)("has a cell for each glyph, %d pixels wide and twice as high", (cell) => {
    const sheet = atlas(cellOf(cell));
    expect([sheet.width, sheet.height]).toEqual([cell, 2 * cell]);
    for (const glyph of ATLAS.glyphs.keys()) expect(sheet.alphaOf(glyph, 0, 0)).toHaveLength(2 * cell * cell);
  });

  test("draws cells that are a pixel wider or higher for their own size, with the same light", () => {
    const fraction = atlas({ width: 6.5, height: 13.25 });
    const glyph = ATLAS.indexOf("%");
    for (const [wider, taller] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      const alpha = fraction.alphaOf(glyph, wider, taller);
      expect(alpha).toHaveLength((6 + wider) * (13 + taller));
      const light = alpha.reduce((sum, byte) => sum + toLight((INK * byte) / 255), 0) / alpha.length;
      expect(light / ATLAS.tone[glyph]!).toBeCloseTo(1, 1);
    }
  });

  test("is blank only for a blank", () => {
    const blanks = [...ATLAS.glyphs.keys()].filter((glyph) => lightOf(glyph, 8) === 0);
    expect(blanks).toEqual([ATLAS.indexOf(" ")]);
  });

  test.each(SIZES)("fills cells %d wide with flat shades, so that neighbors join", (cell) => {
    const shades = SHADES.map((glyph) => [...new Set(atlas(cellOf(cell)).alphaOf(glyph, 0, 0))]);
    expect(shades).toEqual([[64], [128], [191], [255]]);
  });

  test("has dots of whole pixels at the engine's positions", () => {
    const alpha = atlas(cellOf(8)).alphaOf(ATLAS.indexOf("⣿"), 0, 0);
    expect(Array.from(alpha.subarray(0, 32), (byte) => (byte === 255 ? "█" : byte === 0 ? " " : "?")).join("")).toBe(
      "         ██  ██  ██  ██         ",
    );
  });

  test.each(SIZES.filter((cell) => cell > 1))("keeps the measured light of dots in cells %d wide", (cell) => {
    for (const glyph of DOTS) expect(lightOf(glyph, cell) / ATLAS.tone[glyph]!).toBeCloseTo(1, 1);
  });
});

describe("the light of letters", () => {
  test.each(SIZES.filter((cell) => cell <= 32))("is what the engine measured, %d pixels wide", (cell) => {
    expect(lettersLight(cell)).toBeGreaterThan(0.98);
    expect(lettersLight(cell)).toBeLessThan(1.02);
    for (const glyph of LETTERS) {
      expect(Math.abs(lightOf(glyph, cell) / ATLAS.tone[glyph]! - 1), ATLAS.glyphs[glyph]).toBeLessThan(0.1);
    }
  });

  test("grows in cells large enough for full-ink strokes", () => {
    const lights = [32, 48, 64].map(lettersLight);
    expect(lights).toEqual(lights.toSorted((a, b) => a - b));
    const darkest = LETTERS.map((glyph) => Math.max(...atlas(cellOf(64)).alphaOf(glyph, 0, 0)));
    expect(new Set(darkest)).toEqual(new Set([255]));
  });
});

describe("an atlas", () => {
  test("returns the cached sheet", () => {
    expect(atlas(cellOf(10))).toBe(atlas(cellOf(10)));
    const kept = atlas(cellOf(10));
    for (const cell of [11, 12, 10, 13, 14, 10]) atlas(cellOf(cell));
    expect(atlas(cellOf(10))).toBe(kept);
  });

  test("caches at most four sheets", () => {
    const first = atlas(cellOf(20));
    for (const cell of [21, 22, 23, 24]) atlas(cellOf(cell));
    expect(atlas(cellOf(20))).not.toBe(first);
  });

  test("scales up the largest size for bigger cells", () => {
    const glyph = ATLAS.indexOf("@");
    const [largest, twice] = [atlas(cellOf(LARGEST_CELL)), atlas(cellOf(2 * LARGEST_CELL))];
    const [x, y] = [200, 500];
    const at = (alpha: Uint8Array, cell: number, times: number) => alpha[times * y * cell + times * x];
    expect(twice.alphaOf(glyph, 0, 0)).toHaveLength(8 * LARGEST_CELL ** 2);
    expect(at(twice.alphaOf(glyph, 0, 0), 2 * LARGEST_CELL, 2)).toBe(at(largest.alphaOf(glyph, 0, 0), LARGEST_CELL, 1));
  });
});

/** One glyph in a cell of 16 × 32 units: contours as [x, y] on the curve or [x, y, "control"]. */
const outlinesOf = (...contours: readonly (readonly (readonly [number, number, "control"?])[])[]) => {
  const numbers = contours.flatMap((points) => [
    points.length,
    ...points.flatMap(([x, y, control]) => [2 * x + (control === undefined ? 1 : 0), y]),
  ]);
  return readOutlines(new Int16Array([16, 0, contours.length, ...numbers]).buffer, 1);
};

const box = (left: number, top: number, right: number, bottom: number) =>
  [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ] as const;

const rows = (coverage: Uint8Array, cell: number): number[][] =>
  Array.from({ length: 2 * cell }, (_, row) => [...coverage.subarray(row * cell, (row + 1) * cell)]);

describe("a glyph's coverage of each pixel", () => {
  test("is full, half or a quarter for a box that ends on or inside pixels", () => {
    expect(rows(coverageOf(outlinesOf(box(4, 4, 14, 30)), 0, 4, 2 * 4), 4)).toEqual([
      [0, 0, 0, 0],
      [0, 255, 255, 128],
      [0, 255, 255, 128],
      [0, 255, 255, 128],
      [0, 255, 255, 128],
      [0, 255, 255, 128],
      [0, 255, 255, 128],
      [0, 128, 128, 64],
    ]);
  });

  test("is half for pixels on a diagonal", () => {
    const triangle = [
      [0, 0],
      [16, 16],
      [0, 16],
    ] as const;
    expect(rows(coverageOf(outlinesOf(triangle), 0, 4, 2 * 4), 4).slice(0, 4)).toEqual([
      [128, 0, 0, 0],
      [255, 128, 0, 0],
      [255, 255, 128, 0],
      [255, 255, 255, 128],
    ]);
  });

  test("is two thirds of the bounding box of a parabola", () => {
    const dome = [
      [0, 16],
      [8, -16, "control"],
      [16, 16],
    ] as const;
    const sum = coverageOf(outlinesOf(dome), 0, 16, 2 * 16).reduce((total, byte) => total + byte, 0) / 255;
    expect(sum).toBeGreaterThan(0.995 * (2 / 3) * 256);
    expect(sum).toBeLessThan(1.001 * (2 / 3) * 256);
  });

  test("has a hole where a contour has the opposite direction", () => {
    const hole = box(4, 8, 12, 24).toReversed();
    const coverage = rows(coverageOf(outlinesOf(box(0, 0, 16, 32), hole), 0, 4, 2 * 4), 4);
    expect(coverage[1]).toEqual([255, 255, 255, 255]);
    expect(coverage[2]).toEqual([255, 0, 0, 255]);
    expect(coverage[6]).toEqual([255, 255, 255, 255]);
  });

  test("is capped at full where contours overlap", () => {
    const coverage = rows(coverageOf(outlinesOf(box(0, 0, 10, 32), box(6, 0, 16, 32)), 0, 4, 2 * 4), 4);
    expect(coverage[3]).toEqual([255, 255, 255, 255]);
  });

  test("adds up to a box's area at any position and size", () => {
    const sides = fc.tuple(fc.nat(15), fc.nat(31), fc.integer({ min: 1, max: 16 }), fc.integer({ min: 1, max: 32 }));
    fc.assert(
      fc.property(sides, fc.integer({ min: 1, max: 40 }), ([left, top, width, height], cell) => {
        const [right, bottom] = [Math.min(16, left + width), Math.min(32, top + height)];
        const coverage = coverageOf(outlinesOf(box(left, top, right, bottom)), 0, cell, 2 * cell);
        const sum = coverage.reduce((total, byte) => total + byte, 0) / 255;
        const area = ((right - left) * (bottom - top) * cell * cell) / 256;
        // each border pixel is rounded to a byte
        expect(Math.abs(sum - area)).toBeLessThanOrEqual((8 * cell) / 510 + 1e-9);
      }),
    );
  });
});
