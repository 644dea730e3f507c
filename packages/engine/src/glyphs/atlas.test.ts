import { PARAMS } from "@lumiglyph/contract";
import { expect, test } from "vitest";
import { DOT_PLACES } from "../../../../tests/support/dot-places.ts";
import { ALL_GLYPHS, ATLAS, atlasFor, CHARSET_GLYPHS, rampOf } from "./atlas.ts";
import { loadFont } from "./fonts.ts";

const gridOf = (glyph: string) => ATLAS.light.subarray(ATLAS.indexOf(glyph) * 32, ATLAS.indexOf(glyph) * 32 + 32);
const toneOf = (glyph: string) => ATLAS.tone[ATLAS.indexOf(glyph)]!;
const share = (glyph: string, inside: (column: number, row: number) => boolean) =>
  gridOf(glyph).reduce((sum, light, i) => sum + (inside(i % 4, Math.floor(i / 4)) ? light : 0), 0) /
  (32 * toneOf(glyph));

test("the atlas holds a 4 × 8 grid for every glyph of every charset", () => {
  expect(ATLAS.glyphs).toEqual(ALL_GLYPHS);
  expect([ATLAS.columns, ATLAS.rows]).toEqual([4, 8]);
  expect(ATLAS.light).toHaveLength(107 * 32);
  expect(ATLAS.tone).toHaveLength(107);
});

test("the atlas is named after its measurement", () => {
  expect(ATLAS.id).toMatch(/^glyph-light-v1-[0-9a-f]{8}$/);
});

test("a glyph is found by its character, a foreign one is not", () => {
  expect(ATLAS.indexOf(" ")).toBe(0);
  expect(ATLAS.indexOf("A")).toBe(33);
  expect(ATLAS.indexOf("█")).toBe(98);
  expect(ATLAS.indexOf("é")).toBe(-1);
});

test("the blank emits no light, every other glyph some", () => {
  expect([...gridOf(" ")]).toEqual(new Array(32).fill(0));
  for (const glyph of ALL_GLYPHS.slice(1)) expect(toneOf(glyph)).toBeGreaterThan(0.01);
});

test("the full block emits the full light of #e5e5e5, and no glyph more", () => {
  expect(toneOf("█")).toBeCloseTo(0.7835377915, 9);
  expect(Math.max(...ATLAS.light)).toBeCloseTo(0.7835377915, 9);
  expect(Math.min(...ATLAS.light)).toBe(0);
});

test("the shades are uniformly a quarter, a half and three quarters of the foreground's sRGB value", () => {
  const foreground = 0xe5 / 255;
  for (const [glyph, coverage] of [
    ["░", 0.25],
    ["▒", 0.5],
    ["▓", 0.75],
  ] as const) {
    const light = ((coverage * foreground + 0.055) / 1.055) ** 2.4;
    for (const part of gridOf(glyph)) expect(Math.abs(part - light)).toBeLessThan(1e-5);
  }
});

test("eight dots light every part by a quarter of the foreground", () => {
  for (const part of gridOf("⣿")) expect(part).toBeCloseTo(0.7835377915 / 4, 4);
});

test("strokes lie where the glyph has them", () => {
  expect(share("_", (_, row) => row >= 6)).toBeGreaterThan(0.99);
  expect(share("'", (_, row) => row <= 3)).toBeGreaterThan(0.99);
  expect(share(".", (_, row) => row >= 5)).toBeGreaterThan(0.99);
  expect(share("|", (column) => column === 1 || column === 2)).toBeGreaterThan(0.99);
  expect(share("/", (column, row) => column >= 2 === row < 4)).toBeGreaterThan(0.9);
  expect(share("\\", (column, row) => column >= 2 === row >= 4)).toBeGreaterThan(0.9);
});

test("mirrored glyphs have the same ink", () => {
  for (const [left, right] of ["()", "[]", "{}", "<>"].map((pair) => [...pair])) {
    expect(toneOf(left!) / toneOf(right!)).toBeCloseTo(1, 1);
  }
});

test("letters differ between fonts, small marks most; glyphs that terminals draw do not", () => {
  const relative = (glyph: string) => Math.sqrt(ATLAS.spread[ATLAS.indexOf(glyph)]!) / toneOf(glyph);
  for (const glyph of "`.-_:") expect(relative(glyph)).toBeGreaterThan(0.25);
  for (const glyph of "oOCU") expect(relative(glyph)).toBeLessThan(0.08);
  for (const glyph of "░▒▓█⣿") expect(relative(glyph)).toBe(0);
});

test("in a single font, and on paper, no spread is counted", async () => {
  await loadFont("hack");
  expect(Math.max(...atlasFor("detailed", "dark", "hack").spread)).toBe(0);
  expect(Math.max(...atlasFor("detailed", "light").spread)).toBe(0);
});

const dotsOf = (pattern: number) => DOT_PLACES.filter((_, bit) => (pattern >> bit) & 1);

/** How close the dots are when the cell repeats: the blurred overlap of pairs. The lowest is the most even spread. */
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

test("no other pattern with as many dots is spread more evenly", () => {
  for (const glyph of [...CHARSET_GLYPHS.dots].slice(1)) {
    const chosen = glyph.charCodeAt(0) - 0x2800;
    const rivals = Array.from({ length: 256 }, (_, i) => i).filter((i) => dotsOf(i).length === dotsOf(chosen).length);
    expect(crowding(chosen)).toBeCloseTo(Math.min(...rivals.map(crowding)), 9);
  }
});

test("the atlas has the 95 glyphs of ASCII, four shades and eight dot patterns", () => {
  expect(ALL_GLYPHS).toHaveLength(107);
  expect(ALL_GLYPHS.slice(94).join("")).toBe("~░▒▓█⠐⠡⢔⢕⢵⣞⣯⣿");
});

const written = (ramp: readonly number[]) => ramp.map((index) => ATLAS.glyphs[index]).join("");

test("the ramps run from the blank to the most ink", () => {
  expect(written(rampOf("standard"))).toBe(" .-:+=*%#@");
  expect(written(rampOf("blocks"))).toBe(" ░▒▓█");
  expect(written(rampOf("binary"))).toBe(" 10");
  expect(written(rampOf("dots"))).toBe(" ⠐⠡⢔⢕⢵⣞⣯⣿");
  expect(written(rampOf("minimal"))).toBe(" .:#");
});

test("detailed starts with the faintest marks and ends with the densest letters", () => {
  expect(written(rampOf("detailed").slice(0, 8))).toBe(" `'.-_,:");
  expect(written(rampOf("detailed").slice(-4))).toBe("QBMN");
});

test.each(PARAMS.charset.values)("the ramp of %s has each of its glyphs once, in rising order of ink", (charset) => {
  const ramp = rampOf(charset);
  const { glyphs, tone, indexOf } = atlasFor(charset);
  // a byte has no room for the last of 256, see `rampOf`
  const left = charset === "octants" ? [glyphs[0b10011001]!] : [];
  expect([...ramp.map((glyph) => glyphs[glyph]!), ...left].sort()).toEqual([...CHARSET_GLYPHS[charset]].sort());
  expect(ramp[0]).toBe(indexOf(" "));
  for (let i = 1; i < ramp.length; i++) expect(tone[ramp[i]!]).toBeGreaterThanOrEqual(tone[ramp[i - 1]!]!);
});
