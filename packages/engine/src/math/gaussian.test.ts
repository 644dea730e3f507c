import fc from "fast-check";
import { expect, test } from "vitest";
import { planeOf, planes, rowsOf } from "../../../../tests/support/rasters.ts";
import type { Plane } from "../plane.ts";
import { blur as blurBy, blurTaps, erf, gaussianBetween, gaussianKernel } from "./gaussian.ts";

test("erf returns the tabulated values", () => {
  expect(erf(0)).toBe(0);
  expect(erf(0.5)).toBeCloseTo(0.5204998778130465, 14);
  expect(erf(1)).toBeCloseTo(0.8427007929497149, 14);
  expect(erf(2)).toBeCloseTo(0.9953222650189527, 14);
  expect(erf(3)).toBeCloseTo(0.9999779095030014, 14);
  expect(erf(6)).toBe(1);
});

test("erf is odd, and its last summed value meets the flat end", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 8, noNaN: true }), (x) => {
      expect(erf(-x)).toBe(-erf(x));
    }),
  );
  expect(Math.abs(erf(5.999999) - 1)).toBeLessThan(1e-14);
});

test("one, two and three sigmas contain the well-known shares", () => {
  expect(gaussianBetween(-1, 1, 0, 1)).toBeCloseTo(0.6826894921370859, 14);
  expect(gaussianBetween(3, 7, 5, 1)).toBeCloseTo(0.9544997361036416, 14);
  expect(gaussianBetween(-6, 6, 0, 2)).toBeCloseTo(0.9973002039367398, 14);
});

test("the shares of adjacent intervals add up", () => {
  const place = fc.double({ min: -9, max: 9, noNaN: true });
  fc.assert(
    fc.property(place, place, place, fc.double({ min: 0.05, max: 5, noNaN: true }), (a, b, c, sigma) => {
      const both = gaussianBetween(a, c, 0.5, sigma);
      expect(gaussianBetween(a, b, 0.5, sigma) + gaussianBetween(b, c, 0.5, sigma)).toBeCloseTo(both, 14);
    }),
  );
});

test("a kernel of sigma 1 and radius 2 has the known five taps", () => {
  const expected = [
    0.05448868454964294, 0.24420134200323332, 0.40261994689424746, 0.24420134200323332, 0.05448868454964294,
  ];
  const kernel = gaussianKernel(1, 2);
  expect(kernel).toHaveLength(5);
  for (const [i, tap] of expected.entries()) expect(kernel[i]).toBeCloseTo(tap, 15);
});

test("every kernel sums to 1, is symmetric and falls away from its center", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 20, noNaN: true }), fc.integer({ min: 0, max: 30 }), (sigma, radius) => {
      const kernel = gaussianKernel(sigma, radius);
      expect(kernel.reduce((sum, tap) => sum + tap, 0)).toBeCloseTo(1, 14);
      expect(kernel.toReversed()).toEqual(kernel);
      for (let i = 1; i <= radius; i++) expect(kernel[i]).toBeGreaterThanOrEqual(kernel[i - 1]!);
    }),
  );
});

test("a kernel of sigma 0 is the identity", () => {
  expect([...gaussianKernel(0, 1)]).toEqual([0, 1, 0]);
});

const blur = (plane: Plane, sigma: number): Plane => blurBy(plane, blurTaps(sigma));

const sigmas = fc.double({ min: 0, max: 3, noNaN: true });
const flipped = ({ width, height, data }: Plane): Plane => ({
  width: height,
  height: width,
  data: Float32Array.from(data, (_, i) => data[(i % height) * width + Math.floor(i / height)]!),
});

test("an impulse spreads into the Gaussian, in a row and in a column", () => {
  const spread = [0, 0.004, 0.054, 0.242, 0.399, 0.242, 0.054, 0.004, 0];
  const impulse = [0, 0, 0, 0, 1, 0, 0, 0, 0];
  expect(rowsOf(blur(planeOf([impulse]), 1), 3)).toEqual([spread]);
  expect(rowsOf(blur(planeOf(impulse.map((value) => [value])), 1), 3)).toEqual(spread.map((value) => [value]));
});

test("in two dimensions, the shares of row and column multiply", () => {
  const impulse = planeOf(
    Array.from({ length: 7 }, (_, y) => Array.from({ length: 7 }, (_, x) => +(x === 3 && y === 3))),
  );
  const rows = rowsOf(blur(impulse, 1), 4);
  expect(rows[3]!.slice(3)).toEqual([0.1592, 0.0966, 0.0216, 0.0018]);
  expect(rows[4]!.slice(3)).toEqual([0.0966, 0.0586, 0.0131, 0.0011]);
});

test("the border sample repeats beyond the border", () => {
  expect(rowsOf(blur(planeOf([[1, 0, 0, 0]]), 1), 3)).toEqual([[0.7, 0.3, 0.058, 0.004]]);
});

test("blurring with sigma 0 changes nothing", () => {
  fc.assert(
    fc.property(planes(), (plane) => {
      expect(blur(plane, 0)).toEqual(plane);
    }),
  );
});

test("a constant plane stays constant", () => {
  const flat = { width: 5, height: 4, data: new Float32Array(20).fill(0.3) };
  fc.assert(
    fc.property(sigmas, (sigma) => {
      for (const value of blur(flat, sigma).data) expect(value).toBeCloseTo(0.3, 6);
    }),
  );
});

test("no sample leaves the range of the plane", () => {
  fc.assert(
    fc.property(planes(), sigmas, (plane, sigma) => {
      const { data } = blur(plane, sigma);
      expect(Math.min(...data)).toBeGreaterThanOrEqual(Math.min(...plane.data) - 1e-6);
      expect(Math.max(...data)).toBeLessThanOrEqual(Math.max(...plane.data) + 1e-6);
    }),
  );
});

test("rows and columns are treated alike", () => {
  fc.assert(
    fc.property(planes(), sigmas, (plane, sigma) => {
      const once = blur(flipped(plane), sigma);
      const other = flipped(blur(plane, sigma));
      once.data.forEach((value, i) => {
        expect(Math.abs(value - other.data[i]!)).toBeLessThan(1e-6);
      });
    }),
  );
});
