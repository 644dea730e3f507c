import type { RenderParams } from "@lumiglyph/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { startFrame } from "../../../../tests/support/frames.ts";
import { PLAIN, paramsWith, validParams } from "../../../../tests/support/params.ts";
import { paintGray, planeOf, planes } from "../../../../tests/support/rasters.ts";
import type { Plane } from "../plane.ts";
import { clampTone } from "../tone-range.ts";
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

test("at the defaults black stays black, white white, and the middle near the middle", () => {
  const [black, middle, white] = curve([0, 0.5, 1], {});
  expect(black).toBeCloseTo(0, 3);
  expect(Math.abs(middle! - 0.5)).toBeLessThan(0.05);
  expect(white).toBeCloseTo(1, 3);
});

test("invert swaps black and white", () => {
  const [black, white] = curve([0, 1], { invert: true });
  expect(black).toBeCloseTo(1, 3);
  expect(white).toBeCloseTo(0, 3);
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
  const [dark, middle, bright] = curve([0.4, 0.5, 0.6], {});
  const [darker, same, brighter] = curve([0.4, 0.5, 0.6], { contrast: 2.3 });
  expect(darker).toBeLessThan(dark! - 0.05);
  expect(same).toBeCloseTo(middle!, 3);
  expect(brighter).toBeGreaterThan(bright! + 0.05);
  expect(curve([0, 1], { contrast: 0.2 })[0]).toBeGreaterThan(0.2);
});

test("brightness lifts and lowers", () => {
  const [lowered] = curve([0.5], { brightness: -40 });
  const [lifted] = curve([0.5], { brightness: 40 });
  expect(lowered).toBeLessThan(0.45);
  expect(lifted).toBeGreaterThan(0.55);
});

test("gamma above 1 lifts the middle, below 1 lowers it, and the ends stay", () => {
  const [middle] = curve([0.5], {});
  const [black, lifted, white] = curve([0, 0.5, 1], { gamma: 2 });
  expect(Math.abs(black!)).toBeLessThan(0.02);
  expect(lifted).toBeGreaterThan(middle! + 0.1);
  expect(white).toBeCloseTo(1, 3);
  expect(curve([0.5], { gamma: 0.5 })[0]).toBeLessThan(middle! - 0.1);
});

test("tones far outside the range count as its ends", () => {
  expect(curve([-9, 9], {})).toEqual(curve([-0.5, 1.5], {}));
});

test("whatever the parameters, tones stay within their range and in their order", () => {
  fc.assert(
    fc.property(planes(), validParams(), (plane, { params }) => {
      const { data } = tone.run({ ...BLANK, tone: plane }, params).tone;
      const byTone = [...data.keys()].sort((a, b) => plane.data[a]! - plane.data[b]!);
      const inOrder = params.invert ? byTone.reverse() : byTone;
      for (const value of data) expect(Math.abs(value - clampTone(value))).toBeLessThan(1e-6);
      for (let i = 1; i < inOrder.length; i++) {
        expect(data[inOrder[i]!]).toBeGreaterThanOrEqual(data[inOrder[i - 1]!]!);
      }
    }),
  );
});
