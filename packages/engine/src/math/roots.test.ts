import fc from "fast-check";
import { expect, test } from "vitest";
import { cubeRoot, fifthRoot } from "./srgb.ts";

test("the fifth root of a known power is its base", () => {
  expect(fifthRoot(0.03125)).toBeCloseTo(0.5, 15);
  expect(fifthRoot(0.32768)).toBeCloseTo(0.8, 15);
  expect(fifthRoot(1)).toBe(1);
});

test("the cube root of a known power is its base", () => {
  expect(cubeRoot(0.125)).toBeCloseTo(0.5, 15);
  expect(cubeRoot(0.001)).toBeCloseTo(0.1, 15);
  expect(cubeRoot(1)).toBe(1);
});

test("a root raised again gives the value back over the whole range", () => {
  fc.assert(
    fc.property(fc.double({ min: 0.001, max: 1, noNaN: true }), (value) => {
      expect(Math.abs(fifthRoot(value) ** 5 / value - 1)).toBeLessThan(3e-15);
      expect(Math.abs(cubeRoot(value) ** 3 / value - 1)).toBeLessThan(2e-15);
    }),
  );
});
