import fc from "fast-check";
import { expect, test } from "vitest";
import { exp, power } from "./power.ts";

const exponents = fc.double({ min: 0.2, max: 5, noNaN: true });

test("power returns the reference values", () => {
  expect(power(0.25, 0.5)).toBeCloseTo(0.5, 15);
  expect(power(0.5, 2.4)).toBeCloseTo(0.18946457081379978, 15);
  expect(power(0.18, 1 / 2.2)).toBeCloseTo(0.4586564468643811, 15);
  expect(power(3, 5)).toBeCloseTo(243, 11);
});

test("black and white are fixed points for every exponent", () => {
  fc.assert(
    fc.property(exponents, (exponent) => {
      expect(power(0, exponent)).toBe(0);
      expect(power(1, exponent)).toBe(1);
    }),
  );
});

test("exponent 1 changes nothing", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, noNaN: true }), (base) => {
      expect(power(base, 1)).toBe(base);
    }),
  );
});

test("power stays within 1e-12 of Math.pow", () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-60, max: 1e60, noNaN: true }), exponents, (base, exponent) => {
      expect(Math.abs(power(base, exponent) / base ** exponent - 1)).toBeLessThan(1e-12);
    }),
  );
});

test("power is monotonic in its base", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 1e-9, max: 1, noNaN: true }),
      exponents,
      (base, step, exponent) => {
        expect(power(base + step, exponent)).toBeGreaterThanOrEqual(power(base, exponent));
      },
    ),
  );
});

test("power returns at once for the extremes of the number range", () => {
  expect(power(Number.MIN_VALUE, 0.5)).toBeCloseTo(2.2227587494850775e-162, 170);
  expect(power(Infinity, 0.5)).toBe(Infinity);
  expect(power(Number.NaN, 2)).toBeNaN();
});

test("exp returns the reference values", () => {
  expect(exp(0)).toBe(1);
  expect(exp(-1)).toBeCloseTo(0.36787944117144233, 16);
  expect(exp(-0.5)).toBeCloseTo(0.6065306597126334, 16);
  expect(exp(-10)).toBeCloseTo(4.5399929762484854e-5, 19);
  expect(exp(1)).toBeCloseTo(Math.E, 15);
});

test("exp stays within 1e-14 of Math.exp wherever a double is exact", () => {
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

test("exp is monotonic", () => {
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
