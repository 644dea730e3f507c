import { expect, test } from "vitest";
import { readScale } from "../../bench/scale/figures.ts";
import { median } from "../../bench/statistics.ts";
import { scaleParts } from "../../scripts/docs/scale.ts";

const figures = readScale();

test("the committed figures come from a full run without failed requests, on a mostly idle machine", () => {
  const turns = Map.groupBy(figures.turns, ({ instances, workers }) => `${instances} × ${workers}`);
  expect([...turns].map(([name, same]) => [name, same.length])).toEqual([
    ["1 × 1", 11],
    [`1 × ${figures.machine.cores}`, 11],
    ["2 × 1", 11],
    ["4 × 1", 11],
  ]);
  expect(figures.turns.filter(({ faults }) => faults > 0)).toEqual([]);
  expect(median(figures.turns.map(({ busy, seconds }) => busy.others / seconds))).toBeLessThan(0.15);
  expect(figures.limits).toEqual([1, 2, 4].map((instances) => ({ instances, hits: 1000, points: 100, allowed: 100 })));
});

test("the formula is within a fifth of the measurement", () => {
  const rows = [...scaleParts(figures)["turns"]!.matchAll(/^\| \d × \d \| ([\d.]+) .*\| ([\d.]+) \|$/gm)];
  expect(rows).toHaveLength(4);
  for (const [, measured, formula] of rows) expect(Math.abs(Number(formula) / Number(measured) - 1)).toBeLessThan(0.2);
});

test("the worked example can be checked by hand", () => {
  const made = { ...figures, costs: [{ ...figures.costs[0]!, workerMs: 48, serviceMs: 2 }] };
  expect(scaleParts(made)["example"]).toContain(
    "- 100 renders per second × 50 ms ÷ 1000 = 5.0 cores busy.\n- 5.0 ÷ 0.6 = 9 cores",
  );
});

test("the number of addresses that fills a deployment can be checked by hand", () => {
  const cost = {
    ...figures.costs[0]!,
    input: "png" as const,
    megapixels: 12,
    columns: 120,
    workerMs: 290,
    serviceMs: 10,
  };
  // 60 renders of two points a minute, each 300 ms
  expect(scaleParts({ ...figures, costs: [cost, cost] })["addresses"]).toContain(
    "| PNG, 12 MP | 2 | 300 | 0.30 | 7 | 20 |",
  );
});
