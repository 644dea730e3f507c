import fc from "fast-check";
import { expect, test } from "vitest";
import { writeOklab } from "./oklab.ts";

const oklab = (red: number, green: number, blue: number): number[] => {
  const out = new Float64Array(4).fill(7);
  writeOklab(red, green, blue, out, 1);
  expect(out[0]).toBe(7);
  return [...out.subarray(1)];
};

const near = (found: readonly number[], expected: readonly number[]): void =>
  expected.forEach((value, i) => {
    expect(found[i]).toBeCloseTo(value, 3);
  });

test("black is 0, white has lightness 1 and no chroma", () => {
  near(oklab(0, 0, 0), [0, 0, 0]);
  near(oklab(1, 1, 1), [1, 0, 0]);
});

test("the primaries match Ottosson's values", () => {
  near(oklab(1, 0, 0), [0.62796, 0.22486, 0.12585]);
  near(oklab(0, 1, 0), [0.86644, -0.23389, 0.1795]);
  near(oklab(0, 0, 1), [0.45201, -0.03246, -0.31153]);
});

test("the lightness of a gray is the cube root of its light, beyond white too", () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-6, max: 4, noNaN: true }), (light) => {
      near(oklab(light, light, light), [Math.cbrt(light), 0, 0]);
    }),
  );
});
