import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CELL_SAMPLES, compareCells, makeCellDifference } from "../../packages/engine/src/temporal/cell-difference.ts";
import { createPosterior } from "../../packages/engine/src/temporal/posterior.ts";

const PAGE = readFileSync(new URL("../../docs/explanation/live.md", import.meta.url), "utf8");

/** The page's table of one cell, row by row: seen, new, changed, share, believed; null for omitted values. */
const TOLD = [...PAGE.matchAll(/^\| \d+ \| (0\.\d{3}) \|(.*)\|(.*)\|(.*)\|(.*)\|$/gm)].map((row) =>
  row.slice(1).map((cell) => (cell.trim() === "" ? null : Number(cell))),
);

const [R, SENSITIVITY] = [1e-4, 0.7];

/** The page's formulas for a cell without neighbors and with equal samples, reimplemented. */
const byHand = (seen: readonly number[]) => {
  const prior = Math.log(10 ** (5 * SENSITIVITY - 6));
  const q = 2e-6 / R;
  let [m, d, b] = [seen[0]!, 1, 0];
  const rows = seen.slice(1).map((z) => {
    const n = z - m;
    const s = 1 + d + q;
    b = 0.75 * b + (0.25 * n) / Math.sqrt(R * s);
    const inTone = Math.exp(prior + 0.5 * Math.log(2 * Math.PI * R * s) + (0.5 * n * n) / (R * s) + 3.5 * b * b);
    const odds = inTone + Math.exp(prior);
    const w = odds / (1 + odds);
    d = w + ((1 - w) * (d + q)) / s;
    m += d * n;
    if (w > 0.5) b = 0;
    return [z, n, w, d, m];
  });
  return [[seen[0]!, null, null, 1, seen[0]!], ...rows];
};

/** The engine's values for the same frames: seen, share, believed. */
const byEngine = (seen: readonly number[]) => {
  const size = { columns: 1, rows: 1 };
  const [posterior, bands] = [createPosterior(size), makeCellDifference(size)];
  return seen.map((z, frame) => {
    const tones = new Float32Array(CELL_SAMPLES).fill(z);
    if (frame === 0) posterior.restart(tones);
    else {
      compareCells(tones, posterior.tones, size, bands);
      posterior.weigh(bands, { mean: R, form: CELL_SAMPLES * R }, SENSITIVITY);
      posterior.move(tones);
    }
    return [z, posterior.doubt[0]!, posterior.tones[0]!];
  });
};

const rounded = (values: readonly (number | null)[], decimals: readonly number[]) =>
  values.map((value, i) => (value === null ? null : Number(value.toFixed(decimals[i]!))));

test("the table of one cell matches the formulas", () => {
  const rows = byHand(TOLD.map(([seen]) => seen!));
  expect(rows.map((row) => rounded(row, [3, 4, 3, 3, 4]))).toEqual(TOLD);
  expect(TOLD).toHaveLength(10);
});

test("the table of one cell matches the engine", () => {
  const rows = byEngine(TOLD.map(([seen]) => seen!));
  expect(rows.map((row) => rounded(row, [3, 3, 4]))).toEqual(
    TOLD.map(([seen, , , share, believed]) => [seen, share, believed]),
  );
});
