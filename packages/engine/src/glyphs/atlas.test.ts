import { expect, test } from "vitest";
import { ALL_GLYPHS, ATLAS } from "./atlas.ts";
import { CALIBRATION } from "./generated/calibration.ts";

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

test("a glyph is found by its character, and a foreign one is not", () => {
  expect(ATLAS.indexOf(" ")).toBe(0);
  expect(ATLAS.indexOf("A")).toBe(33);
  expect(ATLAS.indexOf("█")).toBe(98);
  expect(ATLAS.indexOf("é")).toBe(-1);
});

test("the blank emits nothing, and every other glyph something", () => {
  expect([...gridOf(" ")]).toEqual(new Array(32).fill(0));
  for (const glyph of ALL_GLYPHS.slice(1)) expect(toneOf(glyph)).toBeGreaterThan(0.01);
});

test("the full block emits the whole light of #e5e5e5, and no part of any glyph more", () => {
  expect(toneOf("█")).toBeCloseTo(0.7835377915, 9);
  expect(Math.max(...ATLAS.light)).toBeCloseTo(0.7835377915, 9);
  expect(Math.min(...ATLAS.light)).toBe(0);
});

test("the shades are a quarter, a half and three quarters of the foreground's sRGB value, evenly", () => {
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

test("the font that fidelity is judged in was not measured", () => {
  expect(CALIBRATION.fonts.map((font) => font.family)).toEqual([
    "DejaVu Sans Mono",
    "Hack",
    "JetBrains Mono",
    "Fira Code",
    "Noto Sans Mono",
    "Inconsolata",
  ]);
});
