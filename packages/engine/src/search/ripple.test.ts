import { describe, expect, test } from "vitest";
import { CELL_HEIGHT, CELL_WIDTH } from "../cells.ts";
import { ATLAS } from "../glyphs/atlas.ts";
import { RIPPLES } from "./glyph-set.ts";
import { pageLight } from "./page-light.ts";

const of = (glyph: string): number => RIPPLES[ATLAS.indexOf(glyph)]!;

/** Variance of the light of the middle cell of a page that is filled with one glyph. */
const seenOnPage = (glyph: number): number => {
  const size = { columns: 9, rows: 5 };
  const { width, data } = pageLight(new Uint8Array(45).fill(glyph), size);
  const samples = Array.from({ length: CELL_WIDTH * CELL_HEIGHT }, (_, i) => {
    const [x, y] = [4 * CELL_WIDTH + (i % CELL_WIDTH), 2 * CELL_HEIGHT + Math.floor(i / CELL_WIDTH)];
    return data[y * width + x]!;
  });
  const mean = samples.reduce((sum, light) => sum + light, 0) / samples.length;
  return samples.reduce((sum, light) => sum + (light - mean) ** 2, 0) / samples.length;
};

describe("the ripple of a glyph", () => {
  test("is the variance of light within a cell, in the middle of a page that is filled with it", () => {
    expect(RIPPLES).toHaveLength(ATLAS.glyphs.length);
    RIPPLES.forEach((ripple, glyph) => {
      expect(Math.abs(ripple - seenOnPage(glyph))).toBeLessThan(1e-7 + 0.001 * ripple);
    });
  });

  test.each([" ", "░", "▒", "▓", "█", "⣿"])("%j has none: all of its cell is lit alike", (glyph) => {
    expect(of(glyph)).toBeLessThan(1e-7);
  });

  test("only the blank of printable ASCII is without", () => {
    const calm = ATLAS.glyphs.filter((glyph) => glyph <= "~" && of(glyph) < 1e-6);
    expect(calm).toEqual([" "]);
  });

  test.each([
    ["|", "_"],
    ["|", "="],
    ["|", "-"],
    ["[", "v"],
    [":", ","],
    ["Z", "a"],
  ])("of %s, which joins its neighbors above and below, is smaller than that of %s", (stem, stripe) => {
    expect(of(stem)).toBeLessThan(of(stripe));
  });
});
