import { mean } from "./averages.ts";

/** A mean and the ends of its 95 % interval. */
export type Estimate = { readonly mean: number; readonly low: number; readonly high: number };

/**
 * Percentile bootstrap (Efron 1979) of a mean: how far it would move had other pictures of the kind been chosen. Given
 * differences of pairs, it is the paired bootstrap. The same values always give the same interval.
 */
export const bootstrapMean = (values: readonly number[]): Estimate => {
  const random = mulberry32(SEED);
  const means = Float64Array.from({ length: RESAMPLES }, () => {
    let sum = 0;
    for (let i = 0; i < values.length; i++) sum += values[Math.floor(random() * values.length)]!;
    return sum / values.length;
  }).toSorted();
  const at = (fraction: number): number => means[Math.round(fraction * (RESAMPLES - 1))]!;
  return { mean: mean(values), low: at(0.025), high: at(0.975) };
};

const SEED = 1979;
const RESAMPLES = 10_000;

/** Tommy Ettinger's generator: numbers from 0 up to, not including, 1. */
const mulberry32 = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};
