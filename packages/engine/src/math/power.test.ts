import fc from "fast-check";
import { expect, test } from "vitest";
import { power } from "./power.ts";

const exponents = fc.double({ min: 0.2, max: 5, noNaN: true });

test("power gives the reference values", () => {
  expect(power(0.25, 0.5)).toBeCloseTo(0.5, 15);
  expect(power(0.5, 2.4)).toBeCloseTo(0.18946457081379978, 15);
  expect(power(0.18, 1 / 2.2)).toBeCloseTo(0.4586564468643811, 15);
  expect(power(3, 5)).toBeCloseTo(243, 11);
});

test("black and white stay exactly where they are at every exponent", () => {
  fc.assert(
    fc.property(exponents, (exponent) => {
      expect(power(0, exponent)).toBe(0);
      expect(power(1, exponent)).toBe(1);
    }),
  );
});

test("exponent 1 changes nothing at all", () => {
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

test("a brighter base never gives a darker result", () => {
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

test("the ends of the number range come back at once", () => {
  expect(power(Number.MIN_VALUE, 0.5)).toBeCloseTo(2.2227587494850775e-162, 170);
  expect(power(Infinity, 0.5)).toBe(Infinity);
  expect(power(Number.NaN, 2)).toBeNaN();
});
