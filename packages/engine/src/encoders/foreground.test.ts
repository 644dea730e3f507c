import fc from "fast-check";
import { expect, test } from "vitest";
import { LIGHT_OF_BYTE } from "../math/srgb.ts";
import { foreground } from "./foreground.ts";

const drawn = (...color: number[]): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(foreground(Uint8Array.from(color), 0).slice(at, at + 2), 16));

test("a color that is as bright as it can be stays as it is", () => {
  expect(drawn(255, 0, 0)).toEqual([255, 0, 0]);
  expect(drawn(255, 255, 255)).toEqual([255, 255, 255]);
  expect(drawn(90, 255, 17)).toEqual([90, 255, 17]);
});

test("any other keeps its hue and becomes as bright as it can be", () => {
  const lit = fc.integer({ min: 64, max: 255 });
  fc.assert(
    fc.property(lit, lit, lit, (red, green, blue) => {
      const given = [red, green, blue];
      const color = drawn(red, green, blue);
      expect(Math.max(...color)).toBeGreaterThan(229);
      const share = (values: number[], i: number) => LIGHT_OF_BYTE[values[i]!]! / LIGHT_OF_BYTE[Math.max(...values)]!;
      for (const i of [0, 1, 2]) expect(share(color, i)).toBeCloseTo(share(given, i), 1);
    }),
  );
});

test("what is nearly black is not blown up", () => {
  expect(drawn(0, 0, 0)).toEqual([0, 0, 0]);
  expect(Math.max(...drawn(2, 0, 1))).toBeLessThan(70);
});
