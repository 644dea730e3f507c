/** The nearest-rank percentile of values for a share of 0 to 1; NaN for no values. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
};
