import { expect, test } from "vitest";
import { paramsWith } from "../../../../tests/support/params.ts";
import { initialStateOf } from "../../../../tests/support/pipeline-state.ts";
import { noise, paintGray } from "../../../../tests/support/rasters.ts";
import { CELL_HEIGHT, CELL_WIDTH } from "../cells.ts";
import type { Contours } from "../contours.ts";
import { blur, blurTaps } from "../math/gaussian.ts";
import type { PipelineState } from "../pipeline-state.ts";
import type { Plane } from "../plane.ts";
import { EYE_SIGMA } from "../search/footprints.ts";
import { contoursOf as contoursIn, structure } from "./structure.ts";

const SIZE = { columns: 12, rows: 6 };
const WIDTH = SIZE.columns * CELL_WIDTH;
const HEIGHT = SIZE.rows * CELL_HEIGHT;

const frameOf = (tone: Plane): PipelineState => ({
  ...initialStateOf(
    paintGray(1, 1, () => 0),
    SIZE,
  ),
  tone,
});

const contoursOf = (toneAt: (x: number, y: number) => number): Contours => {
  const data = Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => toneAt(i % WIDTH, Math.floor(i / WIDTH)));
  // as smooth as the pipeline's view
  const tone = blur({ width: WIDTH, height: HEIGHT, data }, blurTaps(EYE_SIGMA));
  return structure.run(frameOf(tone), paramsWith()).contours!;
};

/** A bright bar through the center, four samples wide with soft sides; angles are mathematical: up is positive. */
const bar = (degrees: number) => {
  const [across, up] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return (x: number, y: number): number => {
    const distance = Math.abs((x + 0.5 - WIDTH / 2) * up + (y + 0.5 - HEIGHT / 2) * across);
    return Math.min(1, Math.max(0, 3 - distance));
  };
};

/** The strokes of the cells with a clear direction, unordered. */
const glyphsOf = ({ direction, strength }: Contours): Set<string> =>
  new Set([...direction].filter((_, cell) => strength[cell]! > 0.8).map((index) => " -/|\\"[index]!));

test.each([
  [0, "-"],
  [45, "/"],
  [90, "|"],
  [135, "\\"],
])("a bar at %i degrees runs along %s", (degrees, glyph) => {
  expect(glyphsOf(contoursOf(bar(degrees)))).toEqual(new Set([glyph]));
});

test("a dark bar has the same direction as a bright one", () => {
  const bright = bar(45);
  expect(glyphsOf(contoursOf((x, y) => 1 - bright(x, y)))).toEqual(new Set(["/"]));
});

test.each([
  [15, "-"],
  [30, "/"],
  [60, "/"],
  [75, "|"],
  [105, "|"],
  [120, "\\"],
  [165, "-"],
])("a bar at %i degrees runs mostly along %s, the nearest of the four", (degrees, glyph) => {
  const { direction } = contoursOf(bar(degrees));
  const along = [...direction].filter((index) => " -/|\\"[index] === glyph);
  expect(along.length).toBeGreaterThan(direction.filter((index) => index > 0).length / 2);
});

test("a flat image is even in every cell and has no direction", () => {
  for (const tone of [0, 0.3, 0.6, 1]) {
    const flat = contoursOf(() => tone);
    expect(new Set(flat.even)).toEqual(new Set([1]));
    expect(new Set(flat.direction)).toEqual(new Set([0]));
    expect(new Set(flat.strength)).toEqual(new Set([0]));
  }
});

test("a cell is never both even and on a contour", () => {
  const next = noise(9);
  for (const toneAt of [bar(30), () => next(), (x: number) => x / WIDTH, (x: number) => 0.004 * x]) {
    const { even, direction, strength } = contoursOf(toneAt);
    even.forEach((isEven, cell) => {
      if (isEven === 1) expect([direction[cell], strength[cell]]).toEqual([0, 0]);
      expect(strength[cell]! > 0).toBe(direction[cell]! > 0);
      expect(strength[cell]).toBeLessThanOrEqual(1);
    });
  }
});

test("a bar leaves distant cells even", () => {
  const { even } = contoursOf(bar(90));
  const columns = [...even.keys()].filter((cell) => even[cell] === 1).map((cell) => cell % SIZE.columns);
  expect(new Set(columns)).toEqual(new Set([0, 1, 2, 9, 10, 11]));
});

test("a thin vertical line through the middle of a cell is a contour, not even", () => {
  const { even, direction } = contoursOf((x) => (x === 12 || x === 13 ? 1 : 0));
  const middle = 3 * SIZE.columns + 6;
  expect([even[middle], direction[middle]]).toEqual([0, 3]);
});

test("a slow gradient is even, a faster one neither, a steep one a contour", () => {
  const kindsAt = (slope: number) => {
    const { even, direction } = contoursOf((x) => slope * x);
    return new Set([...even].map((isEven, cell) => (isEven === 1 ? "even" : direction[cell] === 3 ? "|" : "soft")));
  };
  expect(kindsAt(0.002)).toEqual(new Set(["even"]));
  expect(kindsAt(0.04)).toContain("|");
  const kinds = Array.from({ length: 40 }, (_, i) => kindsAt(0.001 * (i + 1)));
  const middle = kinds.findIndex((seen) => seen.has("soft"));
  expect(middle).toBeGreaterThan(0);
  expect(kinds.findIndex((seen) => seen.has("|"))).toBeGreaterThanOrEqual(middle);
});

test("evenness depends on the image, not on how its tones were stretched", () => {
  const evenAt = (slope: number, scale: number) => {
    const data = Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => scale * slope * (i % WIDTH));
    const leveling = { black: 0, scale };
    return contoursIn({ ...frameOf({ width: WIDTH, height: HEIGHT, data }), leveling }).even;
  };
  const slopes = Array.from({ length: 28 }, (_, i) => 0.0005 * (i + 0.37));
  for (const slope of slopes) expect(evenAt(slope, 2)).toEqual(evenAt(slope, 1));
  expect(new Set(slopes.map((slope) => evenAt(slope, 1)[0]))).toEqual(new Set([0, 1]));
});

test("a clearer contour is stronger, up to the maximum", () => {
  const strengthOf = (contrast: number): number => {
    const edge = bar(90);
    return Math.max(...contoursOf((x, y) => 0.2 + contrast * edge(x, y)).strength);
  };
  const strengths = [0.02, 0.1, 0.2, 0.4, 0.8].map(strengthOf);
  expect(strengths[0]).toBe(0);
  for (let i = 1; i < strengths.length; i++) expect(strengths[i]).toBeGreaterThanOrEqual(strengths[i - 1]!);
  expect(strengths.at(-1)).toBeCloseTo(1, 2);
});

test("slopes without a common direction are not a contour, however steep", () => {
  /** A bowl around the middle of a cell; `across` and `down` are the steepness of its sides. */
  const directionIn = (across: number, down: number): number => {
    const data = Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => {
      const [x, y] = [(i % WIDTH) - 12.5, Math.floor(i / WIDTH) - 13.5];
      return across * x * x + down * y * y;
    });
    const { even, direction } = contoursIn(frameOf({ width: WIDTH, height: HEIGHT, data }));
    expect(even[3 * SIZE.columns + 6]).toBe(0);
    return direction[3 * SIZE.columns + 6]!;
  };
  // samples are up to 0.5 from the middle across and 1.5 down, so both sides have the same mean square
  expect(directionIn(0.1 * Math.sqrt(5), 0.1)).toBe(0);
  expect(directionIn(0, 0.1)).toBe(1);
  expect(directionIn(0.4 * Math.sqrt(5), 0.1)).toBe(3);
});

test("noise has less direction than a bar", () => {
  const next = noise(3);
  const { strength } = contoursOf(() => next());
  expect(strength.reduce((sum, value) => sum + value, 0) / strength.length).toBeLessThan(0.7);
});

test("in color, more cells are even, because inks show their detail; contours stay the same", () => {
  const data = Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => 0.02 * (i % WIDTH) + bar(90)(i % WIDTH, 0) / 2);
  const plane = { width: WIDTH, height: HEIGHT, data };
  const [plain, inked] = [contoursIn(frameOf(plane)), contoursIn(frameOf(plane), true)];
  expect(inked.direction).toEqual(plain.direction);
  const evenCells = ({ even }: Contours) => even.filter((isEven) => isEven === 1).length;
  expect(evenCells(inked)).toBeGreaterThan(evenCells(plain));
});

test("only the requested cells are analyzed", () => {
  const wanted = Uint8Array.from({ length: SIZE.columns * SIZE.rows }, (_, cell) => cell % 2);
  const data = Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => bar(90)(i % WIDTH, Math.floor(i / WIDTH)));
  const plane = { width: WIDTH, height: HEIGHT, data };
  const [all, some] = [contoursIn(frameOf(plane)), contoursIn(frameOf(plane), false, wanted)];
  expect(some.direction).toEqual(all.direction.map((direction, cell) => direction * wanted[cell]!));
  expect(some.strength).toEqual(all.strength.map((strength, cell) => strength * wanted[cell]!));
  expect(some.even).toEqual(all.even.map((even, cell) => even * wanted[cell]!));
});

test.each([
  [{ structure: 0.01, dither: false }, true],
  [{ structure: 0, dither: false }, true],
  [{ structure: 0.01, dither: true }, true],
  [{ structure: 0, dither: true }, false],
])("with %o, the stage runs: %s", (given, wanted) => {
  expect(structure.wanted(paramsWith(given))).toBe(wanted);
});
