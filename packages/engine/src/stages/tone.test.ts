import type { RenderParams } from "@lumiglyph/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { PLAIN, paramsWith, validParams } from "../../../../tests/support/params.ts";
import { paintGray, planeOf, planes } from "../../../../tests/support/rasters.ts";
import { startFrame } from "../frame.ts";
import type { Plane } from "../plane.ts";
import { tone } from "./tone.ts";

const BLANK = startFrame(
  paintGray(1, 1, () => 0),
  { columns: 8, rows: 4 },
);

const through = (plane: Plane, given: Partial<RenderParams>): Plane =>
  tone.run({ ...BLANK, tone: plane }, paramsWith({ ...PLAIN, ...given })).tone;

const curve = (values: readonly number[], given: Partial<RenderParams>): number[] => [
  ...through(planeOf([values]), given).data,
];

test("contrast 1, brightness 0 and gamma 1 leave every tone as it is", () => {
  fc.assert(
    fc.property(planes(), (plane) => {
      through(plane, {}).data.forEach((value, at) => {
        expect(Math.abs(value - plane.data[at]!)).toBeLessThan(1e-6);
      });
    }),
  );
});

test("invert swaps black and white, and twice is once back", () => {
  expect(curve([0, 0.25, 1], { invert: true })).toEqual([1, 0.75, 0]);
  fc.assert(
    fc.property(planes(), (plane) => {
      through(through(plane, { invert: true }), { invert: true }).data.forEach((value, at) => {
        expect(Math.abs(value - plane.data[at]!)).toBeLessThan(1e-6);
      });
    }),
  );
});

test("invert is the negative of what the other parameters make", () => {
  fc.assert(
    fc.property(planes(), validParams(), (plane, { params }) => {
      const upright = tone.run({ ...BLANK, tone: plane }, { ...params, invert: false }).tone.data;
      tone.run({ ...BLANK, tone: plane }, { ...params, invert: true }).tone.data.forEach((value, at) => {
        expect(Math.abs(value + upright[at]! - 1)).toBeLessThan(1e-6);
      });
    }),
  );
});

test("contrast spreads tones away from the middle gray, which stays", () => {
  const [dark, middle, bright] = curve([0.4, 0.5, 0.6], { contrast: 2 });
  expect(dark).toBeLessThan(0.35);
  expect(middle).toBeCloseTo(0.5, 5);
  expect(bright).toBeGreaterThan(0.65);
  expect(curve([0, 1], { contrast: 0.2 })[0]).toBeGreaterThan(0.2);
});

test("brightness lifts and lowers", () => {
  const [lowered] = curve([0.5], { brightness: -40 });
  const [lifted] = curve([0.5], { brightness: 40 });
  expect(lowered).toBeLessThan(0.45);
  expect(lifted).toBeGreaterThan(0.55);
});

test("gamma above 1 lifts the middle, below 1 lowers it, and the ends stay", () => {
  const [black, lifted, white] = curve([0, 0.5, 1], { gamma: 2 });
  expect([black, white]).toEqual([0, 1]);
  expect(lifted).toBeGreaterThan(0.6);
  expect(curve([0.5], { gamma: 0.5 })[0]).toBeLessThan(0.4);
});

test("tones from outside 0 to 1 count as the ends", () => {
  expect(curve([-0.5, 1.5], {})).toEqual([0, 1]);
});

test("whatever the parameters, tones stay within 0 to 1 and in their order", () => {
  fc.assert(
    fc.property(planes(), validParams(), (plane, { params }) => {
      const { data } = tone.run({ ...BLANK, tone: plane }, params).tone;
      const byTone = [...data.keys()].sort((a, b) => plane.data[a]! - plane.data[b]!);
      const inOrder = params.invert ? byTone.reverse() : byTone;
      for (const value of data) expect(value >= 0 && value <= 1).toBe(true);
      for (let i = 1; i < inOrder.length; i++) {
        expect(data[inOrder[i]!]).toBeGreaterThanOrEqual(data[inOrder[i - 1]!]!);
      }
    }),
  );
});
