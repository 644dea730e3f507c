import { expect, test } from "vitest";
import { planeOf, rowsOf } from "../../../../tests/support/rasters.ts";
import { withoutTexture } from "./raster.ts";

const GAPS = [1, 1.5, 1.5, 0];

/** One cell beside another, 2 × 4 samples each. */
const cells = (light: (x: number, y: number) => number) =>
  planeOf(Array.from({ length: 4 }, (_, y) => Array.from({ length: 4 }, (_, x) => light(x, y))));

test("a texture that all cells share is taken out, whatever their light", () => {
  const even = cells((x) => (x < 2 ? 0.2 : 0.6));
  const seen = cells((x, y) => (x < 2 ? 0.2 : 0.6) * (GAPS[y]! + 0.5));
  expect(rowsOf(withoutTexture(seen, even))).toEqual(rowsOf(even));
});

test("what one cell has and the other has not is kept", () => {
  const even = cells(() => 0.5);
  const seen = cells((x, y) => (y === 0 ? (x < 2 ? 1 : 0) : 0.5));
  expect(rowsOf(withoutTexture(seen, even))).toEqual(rowsOf(seen));
});

test("a place that is dark in all cells stays dark", () => {
  const seen = cells((_, y) => GAPS[y]!);
  expect(
    rowsOf(
      withoutTexture(
        seen,
        cells(() => 1),
      ),
    ),
  ).toEqual(rowsOf(cells((_, y) => (y === 3 ? 0 : 1))));
});
