import fc from "fast-check";
import { expect, test } from "vitest";
import { planeOf, planes, rowsOf } from "../../../../tests/support/rasters.ts";
import { enlarge } from "./raster.ts";

test("at its own size a plane is what it was", () => {
  fc.assert(
    fc.property(planes(), (plane) => {
      expect(enlarge(plane, plane.width, plane.height)).toEqual(plane);
    }),
  );
});

test("a slope goes on evenly inside and ends level at the border", () => {
  const [row] = rowsOf(enlarge(planeOf([[0, 1, 2, 3, 4, 5]]), 12, 1), 4);
  expect(row!.slice(3, 9)).toEqual([1.25, 1.75, 2.25, 2.75, 3.25, 3.75]);
  expect(row!.at(0)).toBeGreaterThan(-0.1);
  expect(row!.at(-1)).toBeLessThan(5.1);
});

test("rows are enlarged as columns are", () => {
  const lying = enlarge(planeOf([[0, 1, 0.5]]), 7, 1);
  const standing = enlarge(planeOf([[0], [1], [0.5]]), 1, 7);
  expect([...standing.data]).toEqual([...lying.data]);
});

test("an even plane stays even", () => {
  const { data } = enlarge(planeOf([[0.25, 0.25]]), 9, 5);
  for (const value of data) expect(value).toBeCloseTo(0.25, 6);
});
