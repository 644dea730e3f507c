import { expect, test } from "vitest";
import { plotStairs } from "./codebook-card.tsx";

const STEPS = [0.4, 0.16, 0.08, 0.04, 0.02, 0.01, 0.005, 0.0025, 0.00125];

test("halving the error is the same step height everywhere", () => {
  const { stairs } = plotStairs(STEPS, { size: 5, rmse: 0.02, limit: 0.03 });
  const heights = [...stairs.matchAll(/[V ]([\d.]+)/g)].map(([, y]) => Number(y));
  const drops = heights.slice(1).map((y, i) => y - heights[i]!);
  for (const drop of drops) expect(drop).toBeCloseTo(drops[0]!, 0);
});

test("it begins at two glyphs at the top left and ends at the right", () => {
  const { stairs, start } = plotStairs(STEPS, { size: 5, rmse: 0.02, limit: 0.03 });
  expect(stairs).toMatch(/^M0 0H[\d.]+V/);
  expect(stairs).toMatch(/H100$/);
  expect(start).toEqual({ x: 14.3, y: 0 });
});

test("the chosen codebook is on the edge of its step, or above it if another codebook of that size was preferred", () => {
  const exact = plotStairs(STEPS, { size: 5, rmse: 0.02, limit: 0.03 });
  const preferred = plotStairs(STEPS, { size: 5, rmse: 0.028, limit: 0.03 });
  expect(exact.stairs).toContain(`H${exact.chosen.x}V${exact.chosen.y}`);
  expect(preferred.chosen.y).toBeLessThan(exact.chosen.y);
  expect(preferred.limit.y).toBeLessThan(preferred.chosen.y);
});

const RAMP = Array.from({ length: 95 }, (_, i) => 0.3 / (i + 1));

test("the first, middle and last sizes are labeled, unless they would touch the chosen one", () => {
  const named = (size: number) => plotStairs(RAMP, { size, rmse: 0.02, limit: 0.03 }).sizes.map((at) => at.size);
  expect(named(5)).toEqual([2, 7, 12, 5]);
  expect(named(8)).toEqual([2, 12, 8]);
  expect(named(2)).toEqual([7, 12, 2]);
});

test("a long ramp is cut a little beyond the chosen size", () => {
  const last = (size: number) => plotStairs(RAMP, { size, rmse: 0.02, limit: 0.03 }).chosen.x;
  expect(last(8)).toBe(60);
  expect(last(40)).toBeGreaterThan(80);
  expect(last(95)).toBe(100);
});

test("pictures of one or two tones can be plotted", () => {
  for (const size of [1, 2]) {
    const plot = plotStairs([0, 0, 0], { size, rmse: 0, limit: 0.03 });
    expect(plot.stairs).not.toMatch(/NaN|Infinity/);
    expect(plot.chosen.x).toBe(0);
  }
});
