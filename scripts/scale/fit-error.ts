import { mean, median } from "../../bench/statistics/averages.ts";
import { percentile } from "../../tests/reliability/percentile.ts";

/** How far predictions are off, as shares of what was measured, and the share of the measures' variance they explain. */
export type FitError = {
  readonly count: number;
  readonly median: number;
  /** What 95 of 100 do not exceed. */
  readonly p95: number;
  readonly r2: number;
};

type Pair = { readonly predicted: number; readonly measured: number };

export const fitError = (pairs: readonly Pair[]): FitError => {
  const off = pairs.map(({ predicted, measured }) => Math.abs(predicted - measured) / measured);
  const middle = mean(pairs.map(({ measured }) => measured));
  const left = mean(pairs.map(({ predicted, measured }) => (predicted - measured) ** 2));
  const all = mean(pairs.map(({ measured }) => (measured - middle) ** 2));
  return { count: pairs.length, median: median(off), p95: percentile(off, 0.95), r2: 1 - left / all };
};
