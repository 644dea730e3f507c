import fc from "fast-check";
import { expect, test } from "vitest";
import { planeOf, planes } from "../../../tests/support/rasters.ts";
import { countTones, TONE_STEPS } from "./plane.ts";

const countsIn = (counts: Uint32Array): Record<number, number> =>
  Object.fromEntries([...counts].map((count, step) => [step, count]).filter(([, count]) => count !== 0));

test("every sample is counted at its nearest step", () => {
  const { opaque, transparent } = countTones(planeOf([[0, 0.5, 0.5, 1, 1.4 / TONE_STEPS, 1.6 / TONE_STEPS]]), null);
  expect(countsIn(opaque)).toEqual({ 0: 1, 1: 1, 2: 1, 2048: 2, 4096: 1 });
  expect(transparent).toBe(0);
});

test("a sample that is less than half opaque is only counted as transparent", () => {
  const { opaque, transparent } = countTones(planeOf([[0.25, 0.25, 0.75, 1]]), planeOf([[0.5, 0.49, 0, 1]]));
  expect(countsIn(opaque)).toEqual({ 1024: 1, 4096: 1 });
  expect(transparent).toBe(2);
});

test("none is lost", () => {
  fc.assert(
    fc.property(planes(), (plane) => {
      const { opaque, transparent } = countTones(plane, { ...plane, data: plane.data.toReversed() });
      expect(opaque.reduce((sum, count) => sum + count, 0) + transparent).toBe(plane.data.length);
    }),
  );
});
