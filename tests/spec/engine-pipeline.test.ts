import { PIPELINE, type Raster, render } from "@lumiglyph/engine";
import { beforeAll, expect, test } from "vitest";
import { optionsWith, PLAIN } from "../support/params.ts";
import { paint, paintGray } from "../support/rasters.ts";
import { inkOf, linesOf, picture, tonesOf } from "./drawn.ts";

const flat = (red: number, green = red, blue = red) => paint(64, 64, () => [red, green, blue]);

/** Two grays that meet in the middle, on the border of two cells. */
const step = (left: number, right: number) => paintGray(64, 64, (x) => (x < 32 ? left : right));

/** Dark gray to slightly less dark, with a black and a white speck of a few pixels. */
const dull = paintGray(128, 128, (x, y) => (y < 8 && x < 16 ? (x < 8 ? 0 : 255) : 100 + Math.round((40 * x) / 127)));

/** Lines on black in the direction of this vector, of every brightness: some then suit a thin glyph on any scale. */
const lines = (dx: number, dy: number) =>
  paintGray(256, 256, (x, y) => (Math.abs((x * dy - y * dx) / Math.hypot(dx, dy)) % 16 < 4 ? 40 + ((x + y) >> 2) : 0));

const columns = 16;

let noise: Raster;
let checker: Raster;
let edges: Raster;

beforeAll(async () => {
  noise = await picture("charts/noise.png");
  checker = await picture("charts/checker.png");
  edges = await picture("charts/edges.png");
});

test("Red, green and blue have Rec. 709's weights, in linear light (spec 1.1)", () => {
  const light = (raster: Raster) => tonesOf(raster, { ...PLAIN, columns }).mean;
  // 0.2126, 0.7152 and 0.0722 of white's light, as sRGB bytes
  expect(light(flat(255, 0, 0))).toBeCloseTo(light(flat(127)), 2);
  expect(light(flat(0, 255, 0))).toBeCloseTo(light(flat(220)), 1);
  expect(light(flat(0, 0, 255))).toBeCloseTo(light(flat(76)), 2);
  expect(light(flat(127))).toBeGreaterThan(light(flat(76)) + 0.02);
  expect(light(flat(220))).toBeGreaterThan(light(flat(127)) + 0.2);
});

test("A checkerboard of single pixels becomes the flat gray of half its light (spec 1.1)", () => {
  const drawn = tonesOf(checker, { ...PLAIN, columns: 20 });
  expect(drawn.mean).toBeCloseTo(tonesOf(flat(188), { ...PLAIN, columns: 20 }).mean, 1);
  expect(drawn.mean).toBeGreaterThan(tonesOf(flat(160), { ...PLAIN, columns: 20 }).mean);
  expect(drawn.spread).toBeLessThan(0.03);
});

test("A dull image is stretched more, and past its outliers (spec 1.1, 2.2)", () => {
  const [none, half, whole] = [0, 0.5, 1].map((autoLevels) => tonesOf(dull, { ...PLAIN, columns, autoLevels }).spread);
  expect(half).toBeGreaterThan(none! * 1.05);
  expect(whole).toBeGreaterThan(half! * 1.05);
  const stretched = tonesOf(dull, { ...PLAIN, columns, autoLevels: 1 });
  expect(stretched.decile(1)).toBeLessThan(0.05);
  expect(stretched.decile(9)).toBeGreaterThan(0.9);
});

test("Bright and dark stripes gain contrast, a flat image stays (spec 1.1, 2.2)", () => {
  const stripes = paintGray(64, 64, (x) => Math.round(128 + 40 * Math.sin((x * Math.PI) / 8)));
  const [none, half, whole] = [0, 0.5, 1].map((sharpen) => tonesOf(stripes, { ...PLAIN, columns, sharpen }).spread);
  expect(half).toBeGreaterThan(none! * 1.02);
  expect(whole).toBeGreaterThan(half! * 1.02);
  const still = { ...PLAIN, columns };
  expect(linesOf(flat(120), { ...still, sharpen: 1 })).toEqual(linesOf(flat(120), still));
});

test("Noise is removed, an edge stays, and detail comes after (spec 1.1, 2.2)", () => {
  const [none, half, whole] = [0, 0.5, 1].map((denoise) => tonesOf(noise, { ...PLAIN, columns: 96, denoise }).spread);
  expect(half).toBeLessThan(none! * 0.99);
  expect(whole).toBeLessThan(half! * 0.95);
  const edge = (denoise: number) => tonesOf(step(60, 200), { ...PLAIN, columns, denoise });
  expect(edge(1).spread).toBeGreaterThan(edge(0).spread * 0.97);
  const names = PIPELINE.map(({ name }) => name);
  expect(names.indexOf("denoise")).toBeLessThan(names.indexOf("detail"));
  expect(names.indexOf("denoise")).toBeGreaterThan(-1);
});

const DIRECTIONS = [
  { glyph: "-", raster: lines(1, 0) },
  { glyph: "|", raster: lines(0, 1) },
  { glyph: "/", raster: lines(2, -3) },
  { glyph: "\\", raster: lines(2, 3) },
];

const count = (text: string, glyphs: string) => [...text].filter((glyph) => glyphs.includes(glyph)).length;

test("More structure puts more hyphens, slashes and bars on contours (spec 1.1, 2.2)", () => {
  const directional = (structure: number) =>
    count(linesOf(edges, { ...PLAIN, columns: 80, charset: "minimal", structure }).join(""), "-/|\\");
  expect(directional(0)).toBe(0);
  expect(directional(0.55)).toBeGreaterThan(0);
  expect(directional(1)).toBeGreaterThan(directional(0.55));
});

for (const { glyph, raster } of DIRECTIONS) {
  test(`Along ${glyph}, structure favors ${glyph} over all others (spec 1.1, 2.2)`, () => {
    for (const charset of ["minimal", "detailed"] as const) {
      const given = { ...PLAIN, columns: 64, charset, structure: 1 } as const;
      const followed = linesOf(raster, given).join("");
      const others = DIRECTIONS.filter((other) => other.glyph !== glyph).map((other) => count(followed, other.glyph));
      expect(count(followed, glyph)).toBeGreaterThan(0);
      expect(count(followed, glyph)).toBeGreaterThan(Math.max(...others));
      const { contours } = render(raster, optionsWith(given)).glyphs;
      expect(contours.glyphs).toContain(glyph);
      expect(contours.share).toBeGreaterThan(0.01);
    }
    expect(count(linesOf(raster, { ...PLAIN, columns: 64, charset: "minimal" }).join(""), "-/|\\")).toBe(0);
  });
}

test("Line art has ink where the tone changes and none where it is flat (spec 1.1, 2.2; answers 8.7)", () => {
  const rows = linesOf(step(0, 255), { ...PLAIN, columns, edges: true });
  expect(rows.filter((row) => /^ {5,}[^ ]{1,6} {5,}$/.test(row))).toEqual(rows);
  expect(inkOf(linesOf(flat(255), { ...PLAIN, columns, edges: true }).join(""))).toBe(0);
  expect(inkOf(linesOf(flat(255), { ...PLAIN, columns }).join(""))).toBeGreaterThan(0.1);
});

test("Stronger edges have more light, by the multiplier (spec 2.2)", () => {
  const light = (edgeStrength: number) =>
    tonesOf(step(100, 140), { ...PLAIN, columns, edges: true, edgeStrength }).mean;
  expect(light(1)).toBeGreaterThan(light(0.5));
  expect(light(2)).toBeGreaterThan(light(1));
});

test("Dithering keeps the light that a small charset alone would lose (spec 1.1, 2.2)", () => {
  const grays = [60, 80, 100, 120, 140, 160, 180, 200, 220];
  const lost = (dither: boolean, gray: number) => {
    const given = { ...PLAIN, columns: 32, charset: "minimal", glyphStrategy: "fixed", dither } as const;
    return Math.abs(inkOf(linesOf(flat(gray), given).join("")) / inkOf("#") - tonesOf(flat(gray), given).mean);
  };
  const total = (dither: boolean) => grays.reduce((sum, gray) => sum + lost(dither, gray), 0);
  expect(total(true)).toBeLessThan(total(false) / 3);
  expect(total(true) / grays.length).toBeLessThan(0.02);
});

test("The error of a row diffuses into the next: the rows of a flat gray differ (spec 2.2)", () => {
  const rows = linesOf(flat(140), { ...PLAIN, columns: 32, charset: "minimal", glyphStrategy: "fixed", dither: true });
  expect(new Set(rows.join("")).size).toBeGreaterThan(1);
  expect(new Set(rows).size).toBeGreaterThan(2);
});
