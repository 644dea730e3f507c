import fc from "fast-check";
import { expect, test } from "vitest";
import { planeOf, planes, rowsOf } from "../../../../tests/support/rasters.ts";
import { mapPlane } from "../plane.ts";
import { sobel } from "../stages/edges.ts";

test("a slope of a tenth a sample is a tenth, to the right in dx and downward in dy", () => {
  const across = planeOf(Array.from({ length: 3 }, () => [0, 0.1, 0.2, 0.3]));
  expect(rowsOf(sobel(across).dx)[1]!.slice(1, 3)).toEqual([0.1, 0.1]);
  expect(rowsOf(sobel(across).dy)[1]).toEqual([0, 0, 0, 0]);
  const down = planeOf([0, 0.1, 0.2, 0.3].map((tone) => [tone, tone, tone]));
  expect(rowsOf(sobel(down).dy).slice(1, 3)).toEqual([
    [0.1, 0.1, 0.1],
    [0.1, 0.1, 0.1],
  ]);
  expect(rowsOf(sobel(down).dx)[1]).toEqual([0, 0, 0]);
});

test("an impulse answers with the mirrored kernel, an eighth of Sobel's", () => {
  const impulse = planeOf(
    Array.from({ length: 5 }, (_, y) => Array.from({ length: 5 }, (_, x) => +(x === 2 && y === 2))),
  );
  const { dx, dy } = sobel(impulse);
  expect(rowsOf(dx)).toEqual([
    [0, 0, 0, 0, 0],
    [0, 0.125, 0, -0.125, 0],
    [0, 0.25, 0, -0.25, 0],
    [0, 0.125, 0, -0.125, 0],
    [0, 0, 0, 0, 0],
  ]);
  expect(rowsOf(dy)).toEqual([
    [0, 0, 0, 0, 0],
    [0, 0.125, 0.25, 0.125, 0],
    [0, 0, 0, 0, 0],
    [0, -0.125, -0.25, -0.125, 0],
    [0, 0, 0, 0, 0],
  ]);
});

test("the border of a picture is no edge", () => {
  const { dx, dy } = sobel(planeOf(Array.from({ length: 4 }, () => [0.7, 0.7, 0.7])));
  expect([...dx.data, ...dy.data].every((value) => value === 0)).toBe(true);
});

test("a negative has the same slopes the other way", () => {
  fc.assert(
    fc.property(planes(), (plane) => {
      const own = sobel(plane);
      const negative = sobel(mapPlane(plane, (value) => 1 - value));
      own.dx.data.forEach((value, i) => {
        expect(Math.abs(value + negative.dx.data[i]!)).toBeLessThan(1e-6);
        expect(Math.abs(own.dy.data[i]! + negative.dy.data[i]!)).toBeLessThan(1e-6);
      });
    }),
  );
});
