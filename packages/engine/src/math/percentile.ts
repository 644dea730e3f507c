/**
 * The nearest-rank percentile of a histogram: the lowest bin at or below which lie at least `fraction` (0 to 1) of all
 * counts. Fraction 0 is the first bin with a count, 1 the last; an empty histogram gives bin 0.
 */
export function percentile(counts: Uint32Array, fraction: number): number {
  let total = 0;
  for (let bin = 0; bin < counts.length; bin++) total += counts[bin]!;
  // 0.07 × 100 is a hair above 7 in binary; the slack keeps it at rank 7 and is far below one count.
  const rank = Math.max(1, Math.min(total, fraction * total - RANK_SLACK));
  let below = 0;
  for (let bin = 0; bin < counts.length; bin++) {
    below += counts[bin]!;
    if (below >= rank) return bin;
  }
  return 0;
}

const RANK_SLACK = 1e-6;
