import { expect, test } from "vitest";
import { fitCosts } from "../../scripts/scale/cost-model.ts";
import { fitError } from "../../scripts/scale/fit-error.ts";
import { nonNegativeLeastSquares } from "../../scripts/scale/least-squares.ts";
import type { CostSample } from "../../scripts/scale/measured.ts";
import { MADE_UP } from "./made-up.ts";

test("columns that add up to what is wanted are found", () => {
  const rows = [
    [1, 0, 2],
    [1, 3, 0],
    [1, 1, 1],
    [1, 5, 4],
  ];
  const wanted = rows.map(([one, a, b]) => 7 * one! + 2 * a! + 0.5 * b!);
  const found = nonNegativeLeastSquares(rows, wanted);
  expect(found.map((value) => Number(value.toFixed(5)))).toEqual([7, 2, 0.5]);
});

test("what would be below zero is zero, and the others make the best of it", () => {
  // without the bound it would be 4 - x
  const rows = [0, 1, 2, 3].map((x) => [1, x]);
  const found = nonNegativeLeastSquares(rows, [4, 3, 2, 1]);
  expect(found.map((value) => Number(value.toFixed(6)))).toEqual([2.5, 0]);
});

test("a column of nothing gets nothing", () => {
  expect(
    nonNegativeLeastSquares(
      [
        [2, 0],
        [2, 0],
      ],
      [6, 6],
    ),
  ).toEqual([3, 0]);
});

test("errors are shares of what was measured", () => {
  const pairs = [
    { predicted: 11, measured: 10 },
    { predicted: 20, measured: 20 },
    { predicted: 24, measured: 30 },
  ];
  const { count, median, p95, r2 } = fitError(pairs);
  expect([count, median, p95]).toEqual([3, 0.1, 0.2]);
  // squares left over 1 + 0 + 36, of 100 + 0 + 100
  expect(r2).toBeCloseTo(1 - 37 / 200, 12);
});

test("costs are found again by what they depend on, and judged by samples that were held out", () => {
  const ms = ({ width, height, columns, director }: CostSample): number =>
    5 + (director ? 6 : 0) + 4 * ((width * height) / 1e6) + (director ? 3 : 1) * ((columns * columns * 0.375) / 1000);
  const costs = MADE_UP.costs.flatMap((sample) =>
    [0.5, 1].map((share) => ({
      ...sample,
      sentBytes: sample.sentBytes * share,
      workerMs: ms(sample) * (sample.heldOut ? 1.25 : 1),
      serviceMs: 0,
    })),
  );
  const { terms, error } = fitCosts(costs);
  const found = Object.fromEntries(terms.map(({ each, ms: cost }) => [each, Number(cost.toFixed(3))]));
  expect(found).toMatchObject({
    render: 5,
    "thousand cells": 1,
    "render that the Director works on": 6,
    "thousand cells that the Director works on": 2,
  });
  expect(error.count).toBe(16);
  expect(error.median).toBeCloseTo(0.2, 4);
});
