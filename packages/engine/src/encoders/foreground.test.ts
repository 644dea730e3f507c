import fc from "fast-check";
import { expect, test } from "vitest";
import { LIGHT_OF_BYTE } from "../math/srgb.ts";
import { foregrounds, lift } from "./foreground.ts";

const drawn = (...color: number[]): number[] => [...foregrounds(Uint8Array.from(color))];

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

test("every cell has its own, three bytes each, and the colors that were given stay", () => {
  const colors = Uint8Array.of(10, 60, 200, 0, 0, 0, 255, 128, 3);
  const before = colors.slice();
  expect(drawn(...colors)).toEqual([...drawn(10, 60, 200), ...drawn(0, 0, 0), ...drawn(255, 128, 3)]);
  expect(colors).toEqual(before);
});

test("one color is lifted from one place to another, and nothing else is touched", () => {
  const out = new Uint8Array(9).fill(7);
  lift(Uint8Array.of(1, 2, 3, 90, 40, 10), 3, out, 6);
  expect([...out]).toEqual([7, 7, 7, 7, 7, 7, ...drawn(90, 40, 10)]);
});
