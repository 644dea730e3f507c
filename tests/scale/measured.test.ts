import { expect, test } from "vitest";
import { median } from "../../bench/statistics/averages.ts";
import { fitCosts } from "../../scripts/scale/cost-model.ts";
import { byArrangement } from "../../scripts/scale/crowding.ts";
import { readMeasured } from "../../scripts/scale/measured.ts";
import { predictions } from "../../scripts/scale/prediction.ts";

/* What is committed was measured in full, and is good enough to be told. */
const measured = readMeasured();

test("from one worker to as many as there are cores, and from one instance to four, all had as many turns and no fault", () => {
  const groups = byArrangement(measured.turns);
  expect(groups.map(({ instances, workers }) => [instances, workers])).toEqual([
    [1, 1],
    [1, measured.machine.cores],
    [2, 1],
    [4, 1],
  ]);
  expect(new Set(groups.map(({ turns }) => turns.length))).toEqual(new Set([11]));
  expect(measured.turns.filter(({ faults }) => faults > 0)).toEqual([]);
});

test("the machine had little else to do, by the median that the page tells", () => {
  expect(median(measured.turns.map(({ busy, seconds }) => busy.others / seconds))).toBeLessThan(0.15);
});

test("limits were exact for one instance, for two and for four", () => {
  expect(measured.limits).toEqual([1, 2, 4].map((instances) => ({ instances, hits: 1000, points: 100, allowed: 100 })));
});

test("the fit predicts renders that it has not seen", () => {
  const { error } = fitCosts(measured.costs);
  expect(error.count).toBeGreaterThanOrEqual(40);
  expect(error.median).toBeLessThan(0.15);
  expect(error.p95).toBeLessThan(0.5);
});

test("what is predicted of each arrangement is off by less than a sixth", () => {
  for (const { off } of predictions(measured)) expect(Math.abs(off)).toBeLessThan(1 / 6);
});

test("memory was measured up to the largest picture that is let in by default", () => {
  expect(measured.peaks.map(({ megapixels }) => megapixels)).toEqual([2, 10, 20, 40]);
});
