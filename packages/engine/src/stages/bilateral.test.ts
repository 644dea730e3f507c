import fc from "fast-check";
import { expect, test } from "vitest";
import { noise, planeOf, planes, rowsOf } from "../../../../tests/support/rasters.ts";
import type { Plane } from "../plane.ts";
import { bilateral } from "./bilateral.ts";

const amounts = fc.double({ min: 0, max: 1, noNaN: true });

const spread = ({ data }: Plane): number => {
  const mean = data.reduce((sum, value) => sum + value, 0) / data.length;
  return Math.sqrt(data.reduce((sum, value) => sum + (value - mean) ** 2, 0) / data.length);
};

test("amount 0 changes nothing", () => {
  fc.assert(
    fc.property(planes(), (plane) => {
      expect(bilateral(plane, 0)).toEqual(plane);
    }),
  );
});

test("a constant plane stays constant", () => {
  fc.assert(
    fc.property(fc.nat({ max: 1000 }), amounts, (thousandths, amount) => {
      const flat = { width: 6, height: 5, data: new Float32Array(30).fill(thousandths / 1000) };
      for (const value of bilateral(flat, amount).data) expect(Math.abs(value - flat.data[0]!)).toBeLessThan(1e-6);
    }),
  );
});

test("a step from black to white survives at full strength", () => {
  const step = planeOf(Array.from({ length: 5 }, () => [0, 0, 0, 0, 1, 1, 1, 1]));
  expect(rowsOf(bilateral(step, 1), 2)).toEqual(rowsOf(step));
});

test("faint noise is smoothed away, more of it at more strength", () => {
  const next = noise(7);
  const grainy = { width: 16, height: 16, data: Float32Array.from({ length: 256 }, () => 0.5 + 0.04 * (next() - 0.5)) };
  const half = spread(bilateral(grainy, 0.5));
  const full = spread(bilateral(grainy, 1));
  expect(half).toBeLessThan(0.75 * spread(grainy));
  expect(full).toBeLessThan(0.5 * spread(grainy));
});

test("no sample leaves the range of the plane", () => {
  fc.assert(
    fc.property(planes(), amounts, (plane, amount) => {
      const { data } = bilateral(plane, amount);
      expect(Math.min(...data)).toBeGreaterThanOrEqual(Math.min(...plane.data) - 1e-6);
      expect(Math.max(...data)).toBeLessThanOrEqual(Math.max(...plane.data) + 1e-6);
    }),
  );
});

test("a sample learns nothing from beyond its neighborhood", () => {
  fc.assert(
    fc.property(planes(), amounts, (plane, amount) => {
      bilateral(plane, amount).data.forEach((value, at) => {
        const near = neighborhood(plane, at, 2);
        expect(value).toBeGreaterThanOrEqual(Math.min(...near) - 1e-6);
        expect(value).toBeLessThanOrEqual(Math.max(...near) + 1e-6);
      });
    }),
  );
});

/** The plane upside down and back to front. */
const turned = ({ width, height, data }: Plane): Plane => ({ width, height, data: data.toReversed() });

test("all borders are treated alike", () => {
  fc.assert(
    fc.property(planes(), amounts, (plane, amount) => {
      const other = turned(bilateral(turned(plane), amount)).data;
      bilateral(plane, amount).data.forEach((value, at) => {
        expect(Math.abs(value - other[at]!)).toBeLessThan(1e-5);
      });
    }),
  );
});

const neighborhood = ({ width, data }: Plane, at: number, reach: number): number[] =>
  [...data].filter(
    (_, i) =>
      Math.abs((i % width) - (at % width)) <= reach &&
      Math.abs(Math.floor(i / width) - Math.floor(at / width)) <= reach,
  );
