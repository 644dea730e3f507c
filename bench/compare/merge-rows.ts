import { keyOf } from "./deviations.ts";
import type { Comparison, ComparisonRow } from "./record.ts";
import { TOOLS } from "./tools.ts";

/**
 * The rows of a comparison that was made on a machine which may lack a tool: fresh ones in the tools' order, and the committed
 * ones of whoever is missing. Where nobody was timed, the committed times stay.
 */
export const mergeRows = (
  committed: Comparison,
  fresh: readonly ComparisonRow[],
  timed: boolean,
): readonly ComparisonRow[] => {
  const before = new Map(committed.rows.map((row) => [keyOf(row), row.times]));
  const keepTimes = (row: ComparisonRow): ComparisonRow => ({ ...row, times: before.get(keyOf(row)) ?? null });
  return TOOLS.flatMap(({ name }) => {
    const found = fresh.filter(({ tool }) => tool === name);
    if (found.length === 0) return committed.rows.filter(({ tool }) => tool === name);
    return timed ? found : found.map(keepTimes);
  });
};
