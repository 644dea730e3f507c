import fc from "fast-check";
import { expect, test } from "vitest";
import { erf, gaussianBetween, gaussianKernel } from "./gaussian.ts";

test("erf gives the tabled values", () => {
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

test("one, two and three sigmas hold the well-known shares", () => {
  expect(gaussianBetween(-1, 1, 0, 1)).toBeCloseTo(0.6826894921370859, 14);
  expect(gaussianBetween(3, 7, 5, 1)).toBeCloseTo(0.9544997361036416, 14);
  expect(gaussianBetween(-6, 6, 0, 2)).toBeCloseTo(0.9973002039367398, 14);
});

test("the shares of neighboring intervals add up to that of both", () => {
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

test("every kernel sums to 1, mirrors itself and falls away from its middle", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 20, noNaN: true }), fc.integer({ min: 0, max: 30 }), (sigma, radius) => {
      const kernel = gaussianKernel(sigma, radius);
      expect(kernel.reduce((sum, tap) => sum + tap, 0)).toBeCloseTo(1, 14);
      expect(kernel.toReversed()).toEqual(kernel);
      for (let i = 1; i <= radius; i++) expect(kernel[i]).toBeGreaterThanOrEqual(kernel[i - 1]!);
    }),
  );
});

test("sigma 0 keeps the picture as it is", () => {
  expect([...gaussianKernel(0, 1)]).toEqual([0, 1, 0]);
});
