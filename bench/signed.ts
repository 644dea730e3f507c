import { bootstrapMean } from "./statistics/bootstrap.ts";

/** A difference with its sign, or a dash where there is none. */
export const signed = (value: number, decimals = 3): string =>
  Number.isNaN(value) ? "-" : `${value < 0 ? "-" : "+"}${Math.abs(value).toFixed(decimals)}`;

/** The mean of differences of pairs with its 95 % interval; a single one has none. */
export const signedMean = (differences: readonly number[], decimals = 3): string => {
  if (differences.length < 2) return signed(differences[0] ?? Number.NaN, decimals);
  const { mean, low, high } = bootstrapMean(differences);
  return `${signed(mean, decimals)} [${signed(low, decimals)}, ${signed(high, decimals)}]`;
};
