import fc from "fast-check";
import { expect, test } from "vitest";
import { planeOf, planes, rowsOf } from "../../../tests/support/rasters.ts";
import { countTones, percentile, TONE_STEPS, toTonePlane } from "./plane.ts";

test("half the light is byte 188 of 255, as on every sRGB screen", () => {
  const light = planeOf([
    [0, 0.5],
    [0.2140411, 1],
  ]);
  expect(rowsOf(toTonePlane(light), 3)).toEqual([
    [0, 0.735],
    [0.5, 1],
  ]);
});

test("light is clamped to black and white, and the input plane stays unchanged", () => {
  const light = planeOf([[-0.1, 1.2]]);
  expect(rowsOf(toTonePlane(light))).toEqual([[0, 1]]);
  expect(rowsOf(light)).toEqual([[-0.1, 1.2]]);
});

const countsIn = (counts: Uint32Array): Record<number, number> =>
  Object.fromEntries([...counts].map((count, step) => [step, count]).filter(([, count]) => count !== 0));

test("every sample counts at its nearest step", () => {
  const { opaque, transparent } = countTones(planeOf([[0, 0.5, 0.5, 1, 1.4 / TONE_STEPS, 1.6 / TONE_STEPS]]), null);
  expect(countsIn(opaque)).toEqual({ 0: 1, 1: 1, 2: 1, 2048: 2, 4096: 1 });
  expect(transparent).toBe(0);
});

test("a sample less than half opaque counts only as transparent", () => {
  const { opaque, transparent } = countTones(planeOf([[0.25, 0.25, 0.75, 1]]), planeOf([[0.5, 0.49, 0, 1]]));
  expect(countsIn(opaque)).toEqual({ 1024: 1, 4096: 1 });
  expect(transparent).toBe(2);
});

test("every sample is counted", () => {
  fc.assert(
    fc.property(planes(), (plane) => {
      const { opaque, transparent } = countTones(plane, { ...plane, data: plane.data.toReversed() });
      expect(opaque.reduce((sum, count) => sum + count, 0) + transparent).toBe(plane.data.length);
    }),
  );
});

test("the percentile is the lowest bin that reaches the rank", () => {
  const counts = Uint32Array.of(0, 1, 2, 0, 1, 0);
  expect(percentile(counts, 0)).toBe(1);
  expect(percentile(counts, 0.25)).toBe(1);
  expect(percentile(counts, 0.26)).toBe(2);
  expect(percentile(counts, 0.75)).toBe(2);
  expect(percentile(counts, 0.76)).toBe(4);
  expect(percentile(counts, 1)).toBe(4);
});

test("a rank raised only by binary rounding stays in its bin", () => {
  const counts = new Uint32Array(100).fill(1);
  for (let rank = 1; rank <= 100; rank++) expect(percentile(counts, rank / 100)).toBe(rank - 1);
  expect(0.07 * 100).toBeGreaterThan(7);
});

test("an empty histogram returns the first bin", () => {
  expect(percentile(new Uint32Array(4), 0.5)).toBe(0);
});

test("the percentile equals the nearest rank in the sorted samples", () => {
  const samples = fc.array(fc.integer({ min: 0, max: 15 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(samples, fc.integer({ min: 0, max: 1000 }), (values, thousandths) => {
      const counts = new Uint32Array(16);
      for (const value of values) counts[value]!++;
      const sorted = values.toSorted((a, b) => a - b);
      const rank = Math.max(1, Math.ceil((thousandths * values.length) / 1000));
      expect(percentile(counts, thousandths / 1000)).toBe(sorted[rank - 1]);
    }),
  );
});
