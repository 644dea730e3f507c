import { expect, test } from "vitest";
import { noise } from "../../../../tests/support/rasters.ts";
import { averageCells, compareCells, makeCellDifference } from "./cell-difference.ts";

const SIZE = { columns: 3, rows: 2 };
const any = (seed: number): Float32Array => {
  const next = noise(seed);
  return Float32Array.from({ length: 6 * 8 }, next);
};

/** The samples of a cell, read individually. */
const samplesOf = (data: Float32Array, cell: number): number[] =>
  [0, 1, 2, 3].flatMap((y) => [0, 1].map((x) => data[(4 * Math.floor(cell / 3) + y) * 6 + 2 * (cell % 3) + x]!));

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

test("images differ in each cell by a mean and by the variance of its samples around it", () => {
  const [one, other] = [any(1), any(2)];
  const bands = makeCellDifference(SIZE);
  compareCells(one, other, SIZE, bands);
  for (let cell = 0; cell < 6; cell++) {
    const differences = samplesOf(one, cell).map((value, i) => value - samplesOf(other, cell)[i]!);
    const middle = mean(differences);
    expect(bands.mean[cell]).toBeCloseTo(middle, 5);
    expect(bands.form[cell]).toBeCloseTo((mean(differences.map((d) => (d - middle) ** 2)) * 8) / 7, 5);
  }
});

test("a uniform shift has no form, and overwrites the previous comparison", () => {
  const one = any(3);
  const bands = makeCellDifference(SIZE);
  compareCells(one, any(4), SIZE, bands);
  compareCells(
    one.map((value) => value + 0.25),
    one,
    SIZE,
    bands,
  );
  expect([...bands.mean]).toEqual(Array(6).fill(expect.closeTo(0.25, 6)));
  expect([...bands.form]).toEqual(Array(6).fill(expect.closeTo(0, 6)));
});

test("each cell's mean is that of its samples", () => {
  const means = new Float32Array(6).fill(9);
  averageCells(any(5), SIZE, means);
  for (let cell = 0; cell < 6; cell++) expect(means[cell]).toBeCloseTo(mean(samplesOf(any(5), cell)), 6);
});
