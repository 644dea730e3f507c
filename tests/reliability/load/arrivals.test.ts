import { expect, test } from "vitest";
import { createArrivals } from "./arrivals.ts";

const times = (byChance: boolean): readonly number[] => {
  const next = createArrivals(20, byChance);
  return Array.from({ length: 4001 }, next);
};

const gapsOf = (all: readonly number[]): readonly number[] => all.slice(1).map((time, at) => time - all[at]!);

test("even arrivals are a twentieth of a second apart", () => {
  expect(times(false).slice(0, 4)).toEqual([0, 50, 100, 150]);
});

test("Poisson arrivals have the same rate, exponential gaps, and the same times in every run", () => {
  const gaps = gapsOf(times(true));
  expect(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length).toBeGreaterThan(48);
  expect(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length).toBeLessThan(52);
  // of exponential gaps, 1 − 1/e are shorter than their mean
  expect(gaps.filter((gap) => gap < 50).length / gaps.length).toBeCloseTo(1 - Math.exp(-1), 1);
  expect(times(true)).toEqual(times(true));
});
