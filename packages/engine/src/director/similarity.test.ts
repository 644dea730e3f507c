import fc from "fast-check";
import { expect, test } from "vitest";
import { planeOf, planes, rowsOf } from "../../../../tests/support/rasters.ts";
import { blur } from "../math/gaussian.ts";
import { mapPlane, type Plane } from "../plane.ts";
import { applyFit, compare, fitMoments, localsOf, type Similarity } from "./similarity.ts";

const between = (a: Plane, b: Plane): Similarity => compare(localsOf(a, blur), localsOf(b, blur), blur);

const flat = (tone: number): Plane => ({ width: 4, height: 3, data: new Float32Array(12).fill(tone) });

const SIDE = 21;
const MIDDLE = (SIDE * SIDE - 1) / 2;
const checks = (low: number, high: number): Plane => ({
  width: SIDE,
  height: SIDE,
  data: Float32Array.from({ length: SIDE * SIDE }, (_, i) => (i % 2 === 0 ? low : high)),
});

/** Keeps `form` from judging flat areas; SSIM's own constant is nine times as large. */
const DARK = 0.0001;
const C2 = 0.0009;

test("a plane equals itself in every sample, within 32-bit rounding", () => {
  fc.assert(
    fc.property(planes(), (plane) => {
      const { ssim, form } = between(plane, plane);
      expect(ssim).toBeCloseTo(1, 3);
      for (const value of form) expect(value).toBeCloseTo(1, 2);
    }),
  );
});

test("two grays share all form and differ only in the paper's brightness term", () => {
  const { ssim, form } = between(flat(0.2), flat(0.4));
  for (const value of form) expect(value).toBeCloseTo(1, 2);
  // (2 × .2 × .4 + .0001) ÷ (.2² + .4² + .0001)
  expect(ssim).toBeCloseTo(0.8001, 4);
});

test("a checkerboard and its negative have opposite form: (constant − 2 × variance) ÷ (constant + 2 × variance)", () => {
  const { form } = between(checks(0, 1), checks(1, 0));
  // the window of a checkerboard has the mean .5 and the variance .25
  expect(form[MIDDLE]).toBeCloseTo((DARK - 0.5) / (DARK + 0.5), 4);
});

test("half the contrast costs form as in the paper: (variance + constant) ÷ (1.25 × variance + constant)", () => {
  const { form } = between(checks(0, 1), checks(0.25, 0.75));
  expect(form[MIDDLE]).toBeCloseTo((0.25 + DARK) / (0.3125 + DARK), 4);
});

test("form detects a missing faint shadow that SSIM overlooks", () => {
  const [shadow, empty] = [checks(0.03, 0.07), checks(0.05, 0.05)];
  const { ssim, form } = between(shadow, empty);
  expect(form[MIDDLE]).toBeCloseTo(DARK / (0.02 ** 2 + DARK), 3);
  expect(ssim).toBeCloseTo(C2 / (0.02 ** 2 + C2), 1);
  expect(form[MIDDLE]).toBeLessThan(ssim / 2);
});

test("brightness changes SSIM but not form", () => {
  const dark = checks(0.1, 0.4);
  const { ssim, form } = between(
    dark,
    mapPlane(dark, (value) => value + 0.5),
  );
  expect(form[MIDDLE]).toBeCloseTo(1, 2);
  expect(ssim).toBeLessThan(0.7);
});

test("even planes are never more alike than 1", () => {
  const even = (value: number): Plane => planeOf([[value]]);
  expect(between(even(0.749), even(0.741)).ssim).toBeLessThanOrEqual(1);
});

test("is symmetric and never above 1", () => {
  const pairs = planes().chain((a) =>
    fc
      .array(fc.nat({ max: 1000 }), { minLength: a.data.length, maxLength: a.data.length })
      .map((b) => [a, { ...a, data: Float32Array.from(b, (value) => value / 1000) }] as const),
  );
  fc.assert(
    fc.property(pairs, ([a, b]) => {
      const { ssim } = between(a, b);
      expect(ssim).toBeCloseTo(between(b, a).ssim, 6);
      expect(Math.abs(ssim)).toBeLessThanOrEqual(1 + 1e-9);
    }),
  );
});

const meanOf = ({ data }: Plane): number => data.reduce((sum, value) => sum + value, 0) / data.length;
const spreadOf = (plane: Plane): number =>
  Math.sqrt(meanOf({ ...plane, data: plane.data.map((value) => (value - meanOf(plane)) ** 2) }));

test("a darker, flatter copy fits the image exactly", () => {
  const grid = planeOf([
    [0.1, 0.2],
    [0.3, 0.4],
  ]);
  const picture = planeOf([
    [0.3, 0.5],
    [0.7, 0.9],
  ]);
  const fit = fitMoments(grid, picture);
  expect(fit).toEqual({ gain: expect.closeTo(2, 5), offset: expect.closeTo(0.1, 5) });
  expect(rowsOf(applyFit(grid, fit))).toEqual(rowsOf(picture));
});

test("a fitted grid has the image's mean, and its spread if the grid has any", () => {
  fc.assert(
    fc.property(planes(), planes(), (grid, picture) => {
      const fit = fitMoments(grid, picture);
      const seen = applyFit(grid, fit);
      expect(Math.abs(meanOf(seen) - meanOf(picture))).toBeLessThan(1e-4);
      if (spreadOf(grid) > 0.05) expect(Math.abs(spreadOf(seen) - spreadOf(picture))).toBeLessThan(1e-3);
    }),
  );
});

test("a grid without contrast fits as a uniform gray", () => {
  expect(fitMoments(planeOf([[0.3, 0.3005]]), planeOf([[0, 1]]))).toEqual({ gain: 0, offset: 0.5 });
});

test("the gain for a faint grid is limited", () => {
  const { gain, offset } = fitMoments(planeOf([[0, 0.01]]), planeOf([[0, 1]]));
  expect(gain).toBe(20);
  expect(offset).toBeCloseTo(0.5 - 20 * 0.005, 6);
});

test("a negative keeps its sign: the fit does not flatten it as least squares would", () => {
  expect(fitMoments(planeOf([[1, 0]]), planeOf([[0, 1]]))).toEqual({ gain: 1, offset: 0 });
});
