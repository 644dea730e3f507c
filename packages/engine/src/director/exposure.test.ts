import fc from "fast-check";
import { expect, test } from "vitest";
import { planeOf, planes, rowsOf } from "../../../../tests/support/rasters.ts";
import type { Plane } from "../plane.ts";
import { exposed, exposureFor } from "./similarity.ts";

const meanOf = ({ data }: Plane): number => data.reduce((sum, value) => sum + value, 0) / data.length;
const spreadOf = (plane: Plane): number =>
  Math.sqrt(meanOf({ ...plane, data: plane.data.map((value) => (value - meanOf(plane)) ** 2) }));

test("a page that is a darker, flatter picture is seen as the picture", () => {
  const page = planeOf([
    [0.1, 0.2],
    [0.3, 0.4],
  ]);
  const picture = planeOf([
    [0.3, 0.5],
    [0.7, 0.9],
  ]);
  const exposure = exposureFor(page, picture);
  expect(exposure).toEqual({ gain: expect.closeTo(2, 5), offset: expect.closeTo(0.1, 5) });
  expect(rowsOf(exposed(page, exposure))).toEqual(rowsOf(picture));
});

test("what is seen of any page has the picture's mean, and its spread where the page shows anything", () => {
  fc.assert(
    fc.property(planes(), planes(), (page, picture) => {
      const exposure = exposureFor(page, picture);
      const seen = exposed(page, exposure);
      expect(Math.abs(meanOf(seen) - meanOf(picture))).toBeLessThan(1e-4);
      if (spreadOf(page) > 0.05) expect(Math.abs(spreadOf(seen) - spreadOf(picture))).toBeLessThan(1e-3);
    }),
  );
});

test("a page that shows nothing is an even gray", () => {
  expect(exposureFor(planeOf([[0.3, 0.3005]]), planeOf([[0, 1]]))).toEqual({ gain: 0, offset: 0.5 });
});

test("what a page hardly shows is raised, but not without limit", () => {
  const { gain, offset } = exposureFor(planeOf([[0, 0.01]]), planeOf([[0, 1]]));
  expect(gain).toBe(20);
  expect(offset).toBeCloseTo(0.5 - 20 * 0.005, 6);
});

test("a negative stays one: to see nothing of it, as least squares would, is no way out", () => {
  expect(exposureFor(planeOf([[1, 0]]), planeOf([[0, 1]]))).toEqual({ gain: 1, offset: 0 });
});
