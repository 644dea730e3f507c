import type { Plane } from "./plane.ts";

/** A brightness and contrast to forgive: value × gain + offset. */
export type ToneFit = { readonly gain: number; readonly offset: number };

/**
 * The fit that gives one plane the mean and the spread of another. Least squares would reward a blank page: it may choose
 * to see nothing at all.
 */
export const fitTone = (from: Plane, to: Plane): ToneFit => {
  const [a, b] = [momentsOf(from), momentsOf(to)];
  const gain = a.spread > FLAT ? Math.min(MOST_GAIN, b.spread / a.spread) : 0;
  return { gain, offset: b.mean - gain * a.mean };
};

const FLAT = 1e-3;
const MOST_GAIN = 20;

const momentsOf = ({ data }: Plane): { readonly mean: number; readonly spread: number } => {
  const mean = data.reduce((sum, value) => sum + value, 0) / data.length;
  const squares = data.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, spread: Math.sqrt(squares / data.length) };
};
