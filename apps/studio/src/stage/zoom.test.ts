import { expect, test } from "vitest";
import { clampZoom, wheelFactor, zoomStep } from "./zoom.ts";

test("a step goes to the next zoom of the ladder", () => {
  expect(zoomStep(1, 1, 6)).toBe(1.5);
  expect(zoomStep(1, -1, 6)).toBe(0.75);
});

test("a step always makes cells of another size: what rounds to the same pixels is left out", () => {
  expect(zoomStep(1, -1, 2)).toBe(0.5);
  expect(zoomStep(1.5, 1, 1)).toBe(3);
});

test("at either end, and where cells cannot become smaller, a step stays", () => {
  expect(zoomStep(16, 1, 6)).toBe(16);
  expect(zoomStep(1, -1, 1)).toBe(1);
});

test("zoom is held between a quarter and sixteen times the size that fits", () => {
  expect([0.01, 2, 99].map(clampZoom)).toEqual([0.25, 2, 16]);
});

test("a notch of the wheel enlarges by a quarter and the notch back undoes it, however long the browser says it is", () => {
  expect(wheelFactor(-25)).toBeCloseTo(1.284, 3);
  expect(wheelFactor(-120)).toBe(wheelFactor(-25));
  expect(wheelFactor(-120) * wheelFactor(120)).toBeCloseTo(1, 12);
});
