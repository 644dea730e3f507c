import type { ComparisonRow } from "./record.ts";
import { OWN } from "./tools.ts";

/**
 * The rows that a short table has: all of ours, then everyone else with the setting that suits it best, the nearest first.
 * Whoever has symbols beyond ASCII stands there twice.
 */
export const bestOf = (rows: readonly ComparisonRow[]): readonly ComparisonRow[] => {
  const others = Map.groupBy(
    rows.filter(({ tool }) => tool !== OWN),
    ({ tool, ascii }) => `${tool} ${ascii}`,
  );
  const best = [...others.values()].map((own) => own.reduce(better));
  return [
    ...rows.filter(({ tool }) => tool === OWN),
    ...best.toSorted((a, b) => b.scores.ssim_full - a.scores.ssim_full),
  ];
};

const better = (a: ComparisonRow, b: ComparisonRow): ComparisonRow => (b.scores.ssim_full > a.scores.ssim_full ? b : a);
