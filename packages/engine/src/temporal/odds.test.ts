import fc from "fast-check";
import { expect, test } from "vitest";
import { excess, lnOnePlus, oddsOf } from "./posterior.ts";

test("odds are the exponential of their logarithm, to a thousandth", () => {
  fc.assert(
    fc.property(fc.double({ min: -11.99, max: 11.99, noNaN: true }), (logarithm) => {
      expect(Math.abs(oddsOf(logarithm) / Math.exp(logarithm) - 1)).toBeLessThan(0.001);
    }),
  );
});

test("beyond twelve they are none, or as good as sure", () => {
  expect([oddsOf(-12), oddsOf(-1e9), oddsOf(Number.NEGATIVE_INFINITY)]).toEqual([0, 0, 0]);
  expect([oddsOf(12), oddsOf(1e9)]).toEqual([Math.exp(12), Math.exp(12)].map((odds) => expect.closeTo(odds, 3)));
});

test("ln(1 + x) is right within .01 up to 1.15", () => {
  for (let x = 0; x <= 1.15; x += 0.05) expect(Math.abs(lnOnePlus(x) - Math.log1p(x))).toBeLessThan(0.01);
});

test("the excess of a mean of squares is x − 1 − ln x within a tenth up to 5, and nothing up to 1", () => {
  for (let x = 1.05; x <= 5; x += 0.05) {
    const exact = x - 1 - Math.log(x);
    expect(excess(x)).toBeLessThanOrEqual(exact);
    expect(excess(x)).toBeGreaterThan(0.9 * exact);
  }
  expect([excess(0), excess(0.5), excess(1)]).toEqual([0, 0, 0]);
});
