import fc from "fast-check";
import { expect, test } from "vitest";
import { planeOf, planes } from "../../../../tests/support/rasters.ts";
import { mapPlane } from "../plane.ts";
import { contourAgreement } from "./components.ts";

const ACROSS = planeOf([
  [0, 0.5, 1],
  [0, 0.5, 1],
  [0, 0.5, 1],
]);
const DOWN = planeOf([
  [0, 0, 0],
  [0.5, 0.5, 0.5],
  [1, 1, 1],
]);
const DIAGONAL = planeOf([
  [0, 0.25, 0.5],
  [0.25, 0.5, 0.75],
  [0.5, 0.75, 1],
]);
const FLAT = mapPlane(ACROSS, () => 0.4);
const NEGATIVE = mapPlane(ACROSS, (value) => 1 - value);

/** Nine slopes of .008, squared: what counts as none. */
const FAINT = 9 * 0.008 ** 2;

test("contours that run alike agree, however strong they are", () => {
  expect(contourAgreement(ACROSS, ACROSS, 1)).toBeCloseTo(1, 6);
  const weak = mapPlane(ACROSS, (value) => value / 2);
  expect(contourAgreement(ACROSS, weak, 1)).toBeCloseTo((0.5 + FAINT) / Math.sqrt((1 + FAINT) * (0.25 + FAINT)), 6);
  expect(contourAgreement(ACROSS, weak, 1)).toBeGreaterThan(0.999);
});

test("across and down have nothing in common, a diagonal has the cosine of 45° with both", () => {
  expect(contourAgreement(ACROSS, DOWN, 1)).toBeCloseTo(FAINT / (1 + FAINT), 6);
  expect(contourAgreement(ACROSS, DIAGONAL, 1)).toBeCloseTo(Math.SQRT1_2, 3);
  expect(contourAgreement(DOWN, DIAGONAL, 1)).toBeCloseTo(Math.SQRT1_2, 3);
});

test("a negative is worth no more than nothing", () => {
  expect(contourAgreement(ACROSS, NEGATIVE, 1)).toBe(0);
});

test("two flat planes agree, a flat one and a contour hardly", () => {
  expect(contourAgreement(FLAT, FLAT, 1)).toBe(1);
  expect(contourAgreement(ACROSS, FLAT, 1)).toBeLessThan(0.03);
});

test("noise of one level of 255 on flat ground does not make it disagree", () => {
  const speck = planeOf([
    [0.4, 0.404, 0.4],
    [0.4, 0.4, 0.4],
    [0.4, 0.4, 0.4],
  ]);
  expect(contourAgreement(FLAT, speck, 1)).toBeGreaterThan(0.98);
});

test("a gain counts as if the plane itself had it", () => {
  const twice = mapPlane(DIAGONAL, (value) => value * 2);
  expect(contourAgreement(ACROSS, DIAGONAL, 2)).toBeCloseTo(contourAgreement(ACROSS, twice, 1), 6);
  expect(contourAgreement(ACROSS, DIAGONAL, 0)).toBeCloseTo(contourAgreement(ACROSS, FLAT, 1), 6);
});

test("planes of any size agree with themselves; one of a single row has no inside to disagree on", () => {
  fc.assert(
    fc.property(planes(), (plane) => {
      expect(contourAgreement(plane, plane, 1)).toBeCloseTo(1, 6);
    }),
  );
  expect(contourAgreement(planeOf([[0, 1, 0]]), planeOf([[1, 0, 1]]), 1)).toBe(1);
});
