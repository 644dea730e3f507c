import { expect, test } from "vitest";
import { fitLine, mean, median } from "./statistics.ts";

test("a median is the middle value, or the mean of the two", () => {
  expect([median([9, 1, 5]), median([4, 1, 3, 2])]).toEqual([5, 2.5]);
  expect(mean([1, 2, 6])).toBe(3);
});

test("a line through points on a line is that line", () => {
  const { intercept, slope, r2 } = fitLine([1, 2, 5, 9].map((x) => ({ x, y: 3 + 2 * x })));
  expect(intercept).toBeCloseTo(3, 12);
  expect(slope).toBeCloseTo(2, 12);
  expect(r2).toBeCloseTo(1, 12);
});

test("points off the line are explained in part", () => {
  const points = [
    { x: 0, y: 0 },
    { x: 1, y: 2 },
    { x: 2, y: 1 },
    { x: 3, y: 3 },
  ];
  expect(fitLine(points)).toEqual({ intercept: expect.closeTo(0.3, 12), slope: 0.8, r2: expect.closeTo(0.64, 12) });
});
