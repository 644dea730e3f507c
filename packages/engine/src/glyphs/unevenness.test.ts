import { expect, test } from "vitest";
import { ATLAS } from "./atlas.ts";
import { unevenness } from "./unevenness.ts";

const of = (glyph: string, densest = 1): number => unevenness(ATLAS.indexOf(glyph), densest);

test.each([" ", "░", "▒", "█", "⣿"])("%j lights all of its cell alike", (glyph) => {
  expect(of(glyph)).toBeLessThan(1e-12);
});

test("no glyph is less than even, and of printable ASCII only the blank is that", () => {
  const even = ATLAS.glyphs.filter((glyph) => glyph <= "~" && of(glyph) < 1e-12);
  expect(ATLAS.glyphs.every((glyph) => of(glyph) >= 0)).toBe(true);
  expect(even).toEqual([" "]);
});

test.each([
  ["_", "-"],
  ["_", "."],
  ["_", "|"],
  ["#", "@"],
])("%s draws more of a stripe than %s", (more, less) => {
  expect(of(more)).toBeGreaterThan(of(less));
});

test("it goes by the square of the densest glyph: a share of the ramp's own light", () => {
  expect(of("#", 0.5)).toBeCloseTo(4 * of("#"), 12);
});

test("it is the variance of the light over two by four parts", () => {
  const glyph = ATLAS.indexOf("/");
  const parts = Array.from({ length: 8 }, (_, part) => {
    const [column, row] = [2 * (part % 2), 2 * Math.floor(part / 2)];
    const at = (x: number, y: number) => ATLAS.light[glyph * 32 + (row + y) * 4 + column + x]!;
    return (at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1)) / 4;
  });
  const mean = parts.reduce((sum, light) => sum + light, 0) / 8;
  expect(unevenness(glyph, 1)).toBeCloseTo(parts.reduce((sum, light) => sum + (light - mean) ** 2, 0) / 8, 12);
});
