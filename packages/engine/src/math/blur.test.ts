import fc from "fast-check";
import { expect, test } from "vitest";
import { planeOf, planes, rowsOf } from "../../../../tests/support/rasters.ts";
import type { Plane } from "../plane.ts";
import { blur as blurBy, blurTaps } from "./blur.ts";

const blur = (plane: Plane, sigma: number): Plane => blurBy(plane, blurTaps(sigma));

const sigmas = fc.double({ min: 0, max: 3, noNaN: true });
const flipped = ({ width, height, data }: Plane): Plane => ({
  width: height,
  height: width,
  data: Float32Array.from(data, (_, i) => data[(i % height) * width + Math.floor(i / height)]!),
});

test("an impulse spreads into the Gaussian, in a row and in a column", () => {
  const spread = [0, 0.004, 0.054, 0.242, 0.399, 0.242, 0.054, 0.004, 0];
  const impulse = [0, 0, 0, 0, 1, 0, 0, 0, 0];
  expect(rowsOf(blur(planeOf([impulse]), 1), 3)).toEqual([spread]);
  expect(rowsOf(blur(planeOf(impulse.map((value) => [value])), 1), 3)).toEqual(spread.map((value) => [value]));
});

test("in two dimensions the shares of row and column multiply", () => {
  const impulse = planeOf(
    Array.from({ length: 7 }, (_, y) => Array.from({ length: 7 }, (_, x) => +(x === 3 && y === 3))),
  );
  const rows = rowsOf(blur(impulse, 1), 4);
  expect(rows[3]!.slice(3)).toEqual([0.1592, 0.0966, 0.0216, 0.0018]);
  expect(rows[4]!.slice(3)).toEqual([0.0966, 0.0586, 0.0131, 0.0011]);
});

test("beyond the border the outermost sample repeats", () => {
  expect(rowsOf(blur(planeOf([[1, 0, 0, 0]]), 1), 3)).toEqual([[0.7, 0.3, 0.058, 0.004]]);
});

test("sigma 0 changes nothing", () => {
  fc.assert(
    fc.property(planes(), (plane) => {
      expect(blur(plane, 0)).toEqual(plane);
    }),
  );
});

test("a constant plane stays constant", () => {
  const flat = { width: 5, height: 4, data: new Float32Array(20).fill(0.3) };
  fc.assert(
    fc.property(sigmas, (sigma) => {
      for (const value of blur(flat, sigma).data) expect(value).toBeCloseTo(0.3, 6);
    }),
  );
});

test("no sample leaves the range of the plane", () => {
  fc.assert(
    fc.property(planes(), sigmas, (plane, sigma) => {
      const { data } = blur(plane, sigma);
      expect(Math.min(...data)).toBeGreaterThanOrEqual(Math.min(...plane.data) - 1e-6);
      expect(Math.max(...data)).toBeLessThanOrEqual(Math.max(...plane.data) + 1e-6);
    }),
  );
});

test("rows and columns are treated alike", () => {
  fc.assert(
    fc.property(planes(), sigmas, (plane, sigma) => {
      const once = blur(flipped(plane), sigma);
      const other = flipped(blur(plane, sigma));
      once.data.forEach((value, i) => {
        expect(Math.abs(value - other.data[i]!)).toBeLessThan(1e-6);
      });
    }),
  );
});
