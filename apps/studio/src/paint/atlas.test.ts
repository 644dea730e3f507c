import { ATLAS, toLight } from "@lumiglyph/engine";
import { describe, expect, test } from "vitest";
import { bakedAtlas } from "../../../../tests/studio/painters/baked-atlas.ts";
import { LARGEST_CELL } from "./atlas.ts";

const SIZES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 18, 20, 24, 32, 48, 64] as const;

const atlas = bakedAtlas();

const INK = 0xe5 / 255;

/** A glyph's mean light in the ink of the calibration. */
const lightOf = (glyph: number, cell: number): number => {
  const alpha = atlas(cell).alphaOf(glyph);
  return alpha.reduce((sum, byte) => sum + toLight((INK * byte) / 255), 0) / alpha.length;
};

const glyphs = (pattern: RegExp): number[] => ATLAS.glyphs.flatMap((glyph, i) => (pattern.test(glyph) ? [i] : []));

const LETTERS = glyphs(/[!-~]/);
const SHADES = glyphs(/[░▒▓█]/);
const DOTS = glyphs(/[⠁-⣿]/);

/** Light of all letters together to the light that the engine measured. */
const lettersLight = (cell: number): number =>
  LETTERS.reduce((sum, glyph) => sum + lightOf(glyph, cell), 0) /
  LETTERS.reduce((sum, glyph) => sum + ATLAS.tone[glyph]!, 0);

describe("a sheet of glyphs", () => {
  test.each(SIZES)("has a cell of pixels for each glyph, %d wide and twice as high", (cell) => {
    const sheet = atlas(cell);
    expect(sheet.cell).toBe(cell);
    for (const glyph of ATLAS.glyphs.keys()) expect(sheet.alphaOf(glyph)).toHaveLength(2 * cell * cell);
  });

  test("is blank for a blank and for nothing else", () => {
    const blanks = [...ATLAS.glyphs.keys()].filter((glyph) => lightOf(glyph, 8) === 0);
    expect(blanks).toEqual([ATLAS.indexOf(" ")]);
  });

  test.each(SIZES)("fills cells %d wide with flat shades, so that neighbors join", (cell) => {
    const shades = SHADES.map((glyph) => [...new Set(atlas(cell).alphaOf(glyph))]);
    expect(shades).toEqual([[64], [128], [191], [255]]);
  });

  test("has dots of whole pixels where the engine measured them", () => {
    const alpha = atlas(8).alphaOf(ATLAS.indexOf("⣿"));
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

  test("grows in cells so large that strokes are seen, where they have all of the ink", () => {
    const lights = [32, 48, 64].map(lettersLight);
    expect(lights).toEqual(lights.toSorted((a, b) => a - b));
    const darkest = LETTERS.map((glyph) => Math.max(...atlas(64).alphaOf(glyph)));
    expect(new Set(darkest)).toEqual(new Set([255]));
  });
});

describe("an atlas", () => {
  test("gives the same sheet again while it is used", () => {
    expect(atlas(10)).toBe(atlas(10));
    const kept = atlas(10);
    for (const cell of [11, 12, 10, 13, 14, 10]) atlas(cell);
    expect(atlas(10)).toBe(kept);
  });

  test("keeps no more than four sheets", () => {
    const first = atlas(20);
    for (const cell of [21, 22, 23, 24]) atlas(cell);
    expect(atlas(20)).not.toBe(first);
  });

  test("draws glyphs beyond the largest size as squares of its pixels", () => {
    const glyph = ATLAS.indexOf("@");
    const [largest, twice] = [atlas(LARGEST_CELL), atlas(2 * LARGEST_CELL)];
    const [x, y] = [200, 500];
    const at = (alpha: Uint8Array, cell: number, times: number) => alpha[times * y * cell + times * x];
    expect(twice.alphaOf(glyph)).toHaveLength(8 * LARGEST_CELL ** 2);
    expect(at(twice.alphaOf(glyph), 2 * LARGEST_CELL, 2)).toBe(at(largest.alphaOf(glyph), LARGEST_CELL, 1));
  });
});
