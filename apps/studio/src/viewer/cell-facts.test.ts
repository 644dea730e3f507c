import { DEFAULT_PARAMS, type RenderParams } from "@lumiglyph/contract";
import { finish, openPicture, PLAIN_KERNELS } from "@lumiglyph/engine";
import { expect, test } from "vitest";
import type { Preview } from "../worker/preview.ts";
import { cellFacts, chosenFor, contourAngle, wantedInk } from "./cell-facts.ts";

const TONES = new Array<number>(256).fill(0);
TONES[0] = 1;
TONES[255] = 1;

const PREVIEW = {
  size: { columns: 2, rows: 1 },
  params: DEFAULT_PARAMS,
  glyphs: { codebook: " /@", inks: [0, 0.25, 1], tones: TONES },
  lines: [" /"],
  tones: Float32Array.of(0, 0.5),
  levels: { black: 0, white: 1 },
} as unknown as Preview;

test("a cell has its named glyph, the picture's luminance and the glyph's ink, both in linear light", () => {
  const fact = cellFacts(PREVIEW)({ column: 1, row: 0 });
  expect(fact).toMatchObject({ glyph: "/", name: "slash", ink: 0.25, chosenFor: "tone" });
  expect(fact?.luminance).toBeCloseTo(0.214, 3);
});

test("octants, of two UTF-16 units each, count as one cell", () => {
  const glyphs = { ...PREVIEW.glyphs, codebook: " \u{1cd00}\u{1cd01}▁" };
  const fact = cellFacts({ ...PREVIEW, glyphs, lines: ["\u{1cd00}\u{1cd01}"] })({ column: 1, row: 0 });
  expect(fact).toMatchObject({ glyph: "\u{1cd01}", ink: 1 });
});

test("a blank cell is named", () => {
  expect(cellFacts(PREVIEW)({ column: 0, row: 0 })).toEqual({
    glyph: " ",
    name: "blank",
    luminance: 0,
    ink: 0,
    chosenFor: "tone",
  });
});

test("a cell outside the art has no facts", () => {
  expect(cellFacts(PREVIEW)({ column: 2, row: 0 })).toBeNull();
  expect(cellFacts(PREVIEW)({ column: 0, row: 1 })).toBeNull();
});

/** A preview of 3 × 3 cells with these tones; the center cell is the one examined. */
const previewOf = (tones: readonly number[], params: Partial<RenderParams> = {}): Preview =>
  ({
    size: { columns: 3, rows: 3 },
    params: { ...DEFAULT_PARAMS, ...params },
    glyphs: { codebook: " .:-/|\\@", inks: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 1] },
    tones: Float32Array.from(tones),
    levels: { black: 0, white: 1 },
  }) as unknown as Preview;

const MIDDLE = { column: 1, row: 1 };
const FLAT = previewOf(new Array(9).fill(0.5));
const VERTICAL = [0, 0.5, 1, 0, 0.5, 1, 0, 0.5, 1];
const HORIZONTAL = [0, 0, 0, 0.5, 0.5, 0.5, 1, 1, 1];

test("a directional glyph along the picture's contour is chosen for it, and the angle is the contour's own", () => {
  expect(chosenFor(previewOf(VERTICAL), MIDDLE, "|", 0)).toBe("contour at 90°");
  expect(chosenFor(previewOf(HORIZONTAL), MIDDLE, "-", 0)).toBe("contour at 0°");
  expect(chosenFor(previewOf([0, 0, 0, 0, 0.5, 1, 1, 1, 1]), MIDDLE, "/", 0)).toBe("contour at 63°");
  expect(chosenFor(previewOf([0, 1, 1, 0, 0.5, 1, 0, 0, 0]), MIDDLE, "\\", 0)).toBe("contour at 117°");
});

test("a directional glyph across the contour, or without one, is chosen for its ink or its shape", () => {
  expect(chosenFor(previewOf(HORIZONTAL), MIDDLE, "|", 0.5)).toBe("tone");
  expect(chosenFor(previewOf(HORIZONTAL), MIDDLE, "|", 0.05)).toBe("structure");
  expect(chosenFor(FLAT, MIDDLE, "|", 0.5)).toBe("tone");
});

test("the nearest glyphs on both sides of the target ink are chosen for tone, those beyond them for structure", () => {
  expect(chosenFor(FLAT, MIDDLE, ":", 0.26)).toBe("tone");
  expect(chosenFor(FLAT, MIDDLE, "-", 0.26)).toBe("tone");
  expect(chosenFor(FLAT, MIDDLE, ".", 0.26)).toBe("structure");
  expect(chosenFor(FLAT, MIDDLE, "@", 0.26)).toBe("structure");
});

test("in line art a glyph follows a contour, a blank has none, and tone is not given as a reason", () => {
  const lines = previewOf(VERTICAL, { edges: true });
  expect(chosenFor(lines, MIDDLE, "|", 0.5)).toBe("contour at 90°");
  expect(chosenFor(lines, MIDDLE, " ", 0)).toBe("no contour");
  expect(chosenFor(lines, MIDDLE, ":", 0.2)).toBe("structure");
});

test("error diffusion considers only tone", () => {
  expect(chosenFor(previewOf(VERTICAL, { dither: true }), MIDDLE, "|", 0)).toBe("dithered tone");
});

const angleIn = (tones: readonly number[], levels = { black: 0, white: 1 }): number | null =>
  contourAngle({ size: { columns: 3, rows: 3 }, tones: Float32Array.from(tones), levels } as Preview, {
    column: 1,
    row: 1,
  });

test("a horizontal gradient has a vertical contour, and a vertical gradient a horizontal one", () => {
  expect(angleIn([0, 0.5, 1, 0, 0.5, 1, 0, 0.5, 1])).toBe(90);
  expect(angleIn([0, 0, 0, 0.5, 0.5, 0.5, 1, 1, 1])).toBe(0);
});

test("reversing the gradient does not change the contour", () => {
  expect(angleIn([1, 0.5, 0, 1, 0.5, 0, 1, 0.5, 0])).toBe(90);
  expect(angleIn([1, 1, 1, 0.5, 0.5, 0.5, 0, 0, 0])).toBe(0);
});

test("a cell is twice as high as wide: equal differences down and across make a steep contour", () => {
  expect(angleIn([0, 0, 0, 0, 0.5, 1, 0, 1, 0])).toBeCloseTo(63.4, 1);
  expect(angleIn([0, 1, 0, 0, 0.5, 1, 0, 0, 0])).toBeCloseTo(116.6, 1);
});

test("differences within noise are flat; the threshold scales with the picture's range", () => {
  const faint = [0.5, 0.5, 0.5, 0.49, 0.5, 0.52, 0.5, 0.5, 0.5];
  expect(angleIn(faint)).toBeNull();
  expect(angleIn(faint, { black: 0.4, white: 0.6 })).toBe(90);
});

test("at the edge of the art the cell stands in for its missing neighbor", () => {
  const tones = Float32Array.from([0, 0.5, 1, 0, 0.5, 1, 0, 0.5, 1]);
  const preview = { size: { columns: 3, rows: 3 }, tones, levels: { black: 0, white: 1 } } as Preview;
  expect(contourAngle(preview, { column: 2, row: 0 })).toBe(90);
});

const HISTOGRAM = new Array<number>(256).fill(0);
HISTOGRAM[0] = 1;
HISTOGRAM[51] = 2;
HISTOGRAM[255] = 1;

const wanting = (invert: boolean, background: "dark" | "light" = "dark") =>
  wantedInk({
    tones: Float32Array.of(0.1, 0.4, 0.41, 0.9),
    glyphs: { tones: HISTOGRAM },
    params: { invert, background },
  });

test("a tone maps to the light at its rank in the histogram", () => {
  expect([0.1, 0.4, 0.41, 0.9].map(wanting(false))).toEqual([0, 0.2, 0.2, 1]);
});

test("inverted, the darkest tone needs the most ink", () => {
  expect([0.1, 0.4, 0.41, 0.9].map(wanting(true))).toEqual([1, 0.2, 0.2, 0]);
});

test("on paper the darkest tone needs the most ink, and inverting turns it back", () => {
  expect([0.1, 0.4, 0.41, 0.9].map(wanting(false, "light"))).toEqual([1, 0.2, 0.2, 0]);
  expect([0.1, 0.4, 0.41, 0.9].map(wanting(true, "light"))).toEqual([0, 0.2, 0.2, 1]);
});

test("for a rendered ramp it finds each column's target within a few bins of the evidence", () => {
  const [width, height] = [256, 32];
  const data = new Uint8Array(width * height * 4);
  for (let i = 0; i < width * height; i++) data.fill(i % width, i * 4, i * 4 + 3).fill(255, i * 4 + 3, i * 4 + 4);
  const options = { columns: 64, autoOptimize: 0, sharpen: 0, denoise: 0 };
  const result = finish(openPicture({ width, height, data }, { kernels: PLAIN_KERNELS }).render(options));
  const tones = result.tones();
  const wanted = wantedInk({ tones, glyphs: result.glyphs, params: result.params });
  const inks = [...tones.subarray(0, 64)].map(wanted);
  expect(inks).toEqual(inks.toSorted((one, other) => one - other));
  expect([inks[0], inks[63]]).toEqual([0, 1]);
  const drawn = [...result.lines()[2]!].map((glyph) => result.glyphs.inks[result.glyphs.codebook.indexOf(glyph)]!);
  const away = drawn.map((ink, column) => ink - inks[column]!);
  expect(Math.abs(away.reduce((sum, each) => sum + each, 0) / 64)).toBeLessThan(0.03);
});
