import type { Span } from "./resample.ts";

/** A Gaussian over pixels: its center and its standard deviation. */
export type Bell = { readonly center: number; readonly sigma: number };

/** Its values from one pixel up to another, 1 in its middle. */
export const bellBetween = ({ center, sigma }: Bell, first: number, last: number): Span => ({
  first,
  weights: Float64Array.from({ length: last - first }, (_, i) =>
    Math.exp(-((first + i + 0.5 - center) ** 2) / (2 * sigma ** 2)),
  ),
});

/** Its values on a line of this many pixels, as far as it is more than nothing: four deviations to each side. */
export const bellOn = (length: number, bell: Bell): Span => {
  const reach = 4 * bell.sigma;
  return bellBetween(bell, Math.max(0, bell.center - reach), Math.min(length, bell.center + reach));
};

/** Sum of all its values. */
export const bellSum = (sigma: number): number => Math.sqrt(2 * Math.PI) * sigma;
