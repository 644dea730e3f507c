import fc from "fast-check";
import { expect, test } from "vitest";
import { paramsWith } from "../../../../tests/support/params.ts";
import { initialStateOf } from "../../../../tests/support/pipeline-state.ts";
import { paintGray, planeOf, planes, rowsOf } from "../../../../tests/support/rasters.ts";
import { clampTone, type Plane } from "../plane.ts";
import { detail } from "./detail.ts";

/** A tone plane after the stage; a sharpen of 0.75 adds the difference to the blur exactly once. */
const sharpened = (tone: Plane, sharpen: number): Plane => {
  const start = initialStateOf(
    paintGray(1, 1, () => 0),
    { columns: 8, rows: 1 },
  );
  return detail.run({ ...start, tone }, paramsWith({ sharpen })).tone;
};

const amounts = fc.double({ min: 0, max: 1, noNaN: true });

test("sharpen 0 has no effect", () => {
  expect(detail.wanted(paramsWith({ sharpen: 0 }))).toBe(false);
  expect(detail.wanted(paramsWith({ sharpen: 0.01 }))).toBe(true);
  fc.assert(
    fc.property(planes(), (plane) => {
      expect(sharpened(plane, 0)).toEqual(plane);
    }),
  );
});

test("a constant plane stays constant", () => {
  fc.assert(
    fc.property(fc.nat({ max: 1000 }), amounts, (thousandths, amount) => {
      const flat = { width: 6, height: 5, data: new Float32Array(30).fill(thousandths / 1000) };
      for (const value of sharpened(flat, amount).data) expect(Math.abs(value - thousandths / 1000)).toBeLessThan(1e-6);
    }),
  );
});

test("a step gets a darker dark side and a brighter bright side, and keeps its far ends", () => {
  const [row] = rowsOf(sharpened(planeOf([[0.4, 0.4, 0.4, 0.4, 0.4, 0.6, 0.6, 0.6, 0.6, 0.6]]), 0.75), 3);
  expect(row).toEqual([0.4, 0.4, 0.399, 0.388, 0.34, 0.66, 0.612, 0.601, 0.6, 0.6]);
});

test("a dot gains contrast with more sharpen", () => {
  const dot = planeOf([
    [0.5, 0.5, 0.5],
    [0.5, 0.6, 0.5],
    [0.5, 0.5, 0.5],
  ]);
  const middles = [0.25, 0.5, 1].map((amount) => sharpened(dot, amount).data[4]!);
  expect(middles[0]).toBeGreaterThan(0.6);
  expect(middles[1]).toBeGreaterThan(middles[0]!);
  expect(middles[2]).toBeGreaterThan(middles[1]!);
});

test("no tone leaves the range of tones", () => {
  fc.assert(
    fc.property(planes(), amounts, (plane, amount) => {
      for (const value of sharpened(plane, amount).data) expect(Math.abs(value - clampTone(value))).toBeLessThan(1e-6);
    }),
  );
});
