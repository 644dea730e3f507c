import fc from "fast-check";
import { expect, test } from "vitest";
import { planeOf, planes, rowsOf } from "../../../../tests/support/rasters.ts";
import type { Plane } from "../plane.ts";
import { resizeByArea } from "./area.ts";

const side = fc.integer({ min: 1, max: 30 });
const mean = ({ data }: Plane) => data.reduce((sum, value) => sum + value, 0) / data.length;

test("resizing to the same size changes nothing", () => {
  const plane = planeOf([
    [0.1, 0.2, 0.3],
    [0.4, 0.5, 0.6],
  ]);
  expect(resizeByArea(plane, 3, 2)).toEqual(plane);
});

test("half the size is the mean of each 2 × 2 block", () => {
  const plane = planeOf([
    [0, 1, 0.25, 0.25],
    [1, 0, 0.25, 0.25],
    [1, 1, 0, 0],
    [1, 1, 0, 0.5],
  ]);
  expect(rowsOf(resizeByArea(plane, 2, 2))).toEqual([
    [0.5, 0.25],
    [1, 0.125],
  ]);
});

test("three samples on two share the middle one, across and down", () => {
  const expected = [0.2, 0.8];
  expect(rowsOf(resizeByArea(planeOf([[0, 0.6, 0.9]]), 2, 1))).toEqual([expected]);
  expect(rowsOf(resizeByArea(planeOf([[0], [0.6], [0.9]]), 1, 2))).toEqual(expected.map((value) => [value]));
});

test("one sample enlarged to four is repeated, and two to three blend in the middle", () => {
  expect(rowsOf(resizeByArea(planeOf([[0.75]]), 4, 1))).toEqual([[0.75, 0.75, 0.75, 0.75]]);
  expect(rowsOf(resizeByArea(planeOf([[0, 1]]), 3, 1))).toEqual([[0, 0.5, 1]]);
});

test("can become narrower and taller at once", () => {
  expect(rowsOf(resizeByArea(planeOf([[0, 0.5, 0.5, 1]]), 2, 3))).toEqual([
    [0.25, 0.75],
    [0.25, 0.75],
    [0.25, 0.75],
  ]);
});

test("a large reduction is still the mean of the area of each sample", () => {
  const plane = { width: 64, height: 48, data: Float32Array.from({ length: 64 * 48 }, (_, i) => (i % 64) / 63) };
  expect(rowsOf(resizeByArea(plane, 2, 1), 4)).toEqual([[0.246, 0.754]]);
});

test("a constant plane stays constant at any size", () => {
  fc.assert(
    fc.property(fc.float({ min: 0, max: 1, noNaN: true }), side, side, side, side, (value, width, height, toX, toY) => {
      const flat = { width, height, data: new Float32Array(width * height).fill(value) };
      const { data } = resizeByArea(flat, toX, toY);
      expect(data).toHaveLength(toX * toY);
      for (const sample of data) expect(Math.abs(sample - value)).toBeLessThan(1e-5);
    }),
  );
});

test("the total light stays the same at any size", () => {
  fc.assert(
    fc.property(planes(), side, side, (plane, width, height) => {
      expect(Math.abs(mean(resizeByArea(plane, width, height)) - mean(plane))).toBeLessThan(1e-5);
    }),
  );
});

const overlap = (index: number, from: number, to: number) =>
  Math.max(0, Math.min(index + 1, to) - Math.max(index, from));

const meanOfRectangle = ({ width, height, data }: Plane, toX: number, toY: number, target: number): number => {
  const [wide, high] = [width / toX, height / toY];
  const [x, y] = [target % toX, Math.floor(target / toX)];
  return data.reduce((sum, value, i) => {
    const across = overlap(i % width, x * wide, (x + 1) * wide) / wide;
    const down = overlap(Math.floor(i / width), y * high, (y + 1) * high) / high;
    return sum + value * across * down;
  }, 0);
};

test("down to half the size, and at any power of two, each sample is the mean of the rectangle it covers", () => {
  const targetOf = (size: number, choice: number) =>
    size % 4 === 0 && choice === 0 ? size / 4 : Math.floor(size / 2) + 1 + choice;
  fc.assert(
    fc.property(planes(), fc.nat({ max: 12 }), (plane, choice) => {
      const width = targetOf(plane.width, choice);
      const height = targetOf(plane.height, choice);
      resizeByArea(plane, width, height).data.forEach((value, target) => {
        expect(Math.abs(value - meanOfRectangle(plane, width, height, target))).toBeLessThan(1e-5);
      });
    }),
  );
});
