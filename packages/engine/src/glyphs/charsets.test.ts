import { PARAMS } from "@lumiglyph/contract";
import { expect, test } from "vitest";
import { DOT_PLACES } from "../../../../tests/support/dot-places.ts";
import { ALL_GLYPHS, CHARSET_GLYPHS } from "./atlas.ts";

const dotsOf = (pattern: number) => DOT_PLACES.filter((_, bit) => (pattern >> bit) & 1);

/** How closely the dots crowd when the cell repeats: the pairs' blurred overlap. The lowest is the most even spread. */
function crowding(pattern: number): number {
  let sum = 0;
  for (const [x, y] of dotsOf(pattern))
    for (const [u, v] of dotsOf(pattern))
      for (let i = -4; i <= 4; i++)
        for (let j = -3; j <= 3; j++) sum += Math.exp(-((x - u + 2 * i) ** 2 + (y - v + 4 * j) ** 2) / 2);
  return sum;
}

test("every charset of the contract has its glyphs, each once, the blank first", () => {
  expect(Object.keys(CHARSET_GLYPHS).sort()).toEqual([...PARAMS.charset.values].sort());
  for (const glyphs of Object.values(CHARSET_GLYPHS)) {
    expect(glyphs[0]).toBe(" ");
    expect(new Set(glyphs).size).toBe([...glyphs].length);
  }
});

test("detailed is all of printable ASCII from the blank to the tilde", () => {
  expect(CHARSET_GLYPHS.detailed).toHaveLength(95);
  expect(CHARSET_GLYPHS.detailed).toMatch(/^ !"#.*\{\|\}~$/);
});

test("dots has one pattern for each number of dots from one to eight", () => {
  const patterns = [...CHARSET_GLYPHS.dots].slice(1).map((glyph) => glyph.charCodeAt(0) - 0x2800);
  expect(patterns.map((pattern) => dotsOf(pattern).length)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test("no other pattern of as many dots is spread more evenly", () => {
  for (const glyph of [...CHARSET_GLYPHS.dots].slice(1)) {
    const chosen = glyph.charCodeAt(0) - 0x2800;
    const rivals = Array.from({ length: 256 }, (_, i) => i).filter((i) => dotsOf(i).length === dotsOf(chosen).length);
    expect(crowding(chosen)).toBeCloseTo(Math.min(...rivals.map(crowding)), 9);
  }
});

test("all glyphs are the 95 of ASCII, four shades and eight dot patterns", () => {
  expect(ALL_GLYPHS).toHaveLength(107);
  expect(ALL_GLYPHS.slice(94).join("")).toBe("~░▒▓█⠐⠡⢔⢕⢵⣞⣯⣿");
});
