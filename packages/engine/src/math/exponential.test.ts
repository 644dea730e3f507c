import fc from "fast-check";
import { expect, test } from "vitest";
import { exp } from "./power.ts";

test("exp gives the reference values", () => {
  expect(exp(0)).toBe(1);
  expect(exp(-1)).toBeCloseTo(0.36787944117144233, 16);
  expect(exp(-0.5)).toBeCloseTo(0.6065306597126334, 16);
  expect(exp(-10)).toBeCloseTo(4.5399929762484854e-5, 19);
  expect(exp(1)).toBeCloseTo(Math.E, 15);
});

test("exp stays within 1e-14 of Math.exp wherever a double holds it fully", () => {
  fc.assert(
    fc.property(fc.double({ min: -708, max: 709, noNaN: true }), (x) => {
      expect(Math.abs(exp(x) / Math.exp(x) - 1)).toBeLessThan(1e-14);
    }),
  );
});

test("exp ends in 0 and in Infinity", () => {
  expect(exp(-745)).toBe(5e-324);
  expect(exp(-747)).toBe(0);
  expect(exp(-Infinity)).toBe(0);
  expect(exp(710)).toBe(Infinity);
});

test("exp never falls", () => {
  fc.assert(
    fc.property(
      fc.double({ min: -700, max: 0, noNaN: true }),
      fc.double({ min: 1e-9, max: 1, noNaN: true }),
      (x, step) => {
        expect(exp(x + step)).toBeGreaterThanOrEqual(exp(x));
      },
    ),
  );
});
