import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { startFrame } from "../../../../tests/support/frames.ts";
import { paramsWith } from "../../../../tests/support/params.ts";
import { noise, paintGray, rowsOf } from "../../../../tests/support/rasters.ts";
import { cellMeans } from "../cells.ts";
import { PLAIN_KERNELS } from "../kernels.ts";
import { halve } from "../math/area.ts";
import { PARTS, runStages } from "../pipeline.ts";
import { clampTone, type Plane } from "../plane.ts";
import { unwatched } from "../stage.ts";
import { denoise } from "./denoise.ts";

const SIZE = { columns: 40, rows: 20 };
const [WIDTH, HEIGHT] = [80, 80];

const planeWith = (toneAt: (x: number, y: number) => number): Plane => ({
  width: WIDTH,
  height: HEIGHT,
  data: Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => toneAt(i % WIDTH, Math.floor(i / WIDTH))),
});

const denoised = (tone: Plane, amount: number): Plane => {
  const frame = startFrame(
    paintGray(1, 1, () => 0),
    SIZE,
  );
  return denoise.run({ ...frame, tone }, paramsWith({ denoise: amount })).tone;
};

const spread = (values: Float32Array): number => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
};

/** The tones that `view` sees of a gray sheet with the grain of a camera: this many levels of 255, pixel by pixel. */
const grainySheet = (levels: number, seed: number): Plane => {
  const next = noise(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  const raster = paintGray(160, 160, () => Math.max(0, Math.min(255, Math.round(120 + levels * normal()))));
  return runStages([...PARTS.light, ...PARTS.view], startFrame(raster, SIZE), paramsWith(), unwatched).tone;
};

/** How much of the grain between cells is left. */
const left = (tone: Plane, amount: number): number =>
  spread(cellMeans(denoised(tone, amount), SIZE)) / spread(cellMeans(tone, SIZE));

test("denoise 0 leaves no trace", () => {
  expect(denoise.wanted(paramsWith({ denoise: 0 }))).toBe(false);
  expect(denoise.wanted(paramsWith({ denoise: 0.01 }))).toBe(true);
});

describe.each([5, 12, 25])("of grain of %i levels", (levels) => {
  const sheets = [1, 2, 3].map((seed) => grainySheet(levels, seed));

  test("denoise 0.35 takes at least a fifth between cells, and 1 at least half (answers 8.4)", () => {
    for (const sheet of sheets) {
      expect(left(sheet, 0.35)).toBeLessThan(0.8);
      expect(left(sheet, 1)).toBeLessThan(0.5);
    }
  });

  test("more denoise leaves less", () => {
    for (const sheet of sheets) {
      const shares = [0.1, 0.35, 0.6, 1].map((amount) => left(sheet, amount));
      expect(shares).toEqual(shares.toSorted((a, b) => b - a));
      expect(shares[0]).toBeLessThan(1);
    }
  });
});

test("it acts in proportion: half of it goes half of the way", () => {
  const sheet = grainySheet(12, 4);
  const [half, whole] = [denoised(sheet, 0.5).data, denoised(sheet, 1).data];
  sheet.data.forEach((own, at) => {
    expect(Math.abs(half[at]! - (own + whole[at]!) / 2)).toBeLessThan(1e-6);
  });
});

test("what the filter takes from the mean of 2 × 2 samples is taken from each of the four", () => {
  const sheet = grainySheet(12, 5);
  const small = halve(sheet);
  const soft = PLAIN_KERNELS.bilateral(small);
  denoised(sheet, 0.7).data.forEach((value, at) => {
    const from = (Math.floor(at / WIDTH) >> 1) * small.width + ((at % WIDTH) >> 1);
    expect(value).toBeCloseTo(clampTone(sheet.data[at]! + 0.7 * (soft.data[from]! - small.data[from]!)), 6);
  });
});

test("edges stay where they are, at full strength (answers 8.4)", () => {
  for (const across of [3, 20, 40, 41]) {
    const step = planeWith((x) => (x < across ? 0.2 : 0.8));
    const { data } = denoised(step, 1);
    const softest = Math.min(
      ...Array.from({ length: HEIGHT }, (_, y) => data[y * WIDTH + across]! - data[y * WIDTH + across - 1]!),
    );
    expect(softest).toBeGreaterThan(0.95 * 0.6);
  }
  const aligned = planeWith((x, y) => (x < 40 && y >= 40 ? 0.9 : 0.1));
  expect(rowsOf(denoised(aligned, 1))).toEqual(rowsOf(aligned));
});

test("a line as fine as a sample stays", () => {
  const line = planeWith((x) => (x === 31 ? 1 : 0));
  const { data } = denoised(line, 1);
  for (let y = 0; y < HEIGHT; y++) expect(data[y * WIDTH + 31]! - data[y * WIDTH + 29]!).toBeGreaterThan(0.9);
});

test("an even plane stays even, and no tone leaves its range", () => {
  const tone = fc.double({ min: -0.03, max: 1.03, noNaN: true });
  fc.assert(
    fc.property(tone, tone, fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (one, other, seed, amount) => {
      for (const value of denoised(
        planeWith(() => one),
        amount,
      ).data)
        expect(Math.abs(value - one)).toBeLessThan(1e-6);
      const next = noise(seed);
      for (const value of denoised(
        planeWith(() => (next() < 0.5 ? one : other)),
        amount,
      ).data) {
        expect(Math.abs(value - clampTone(value))).toBeLessThan(1e-6);
      }
    }),
    { numRuns: 10 },
  );
});
