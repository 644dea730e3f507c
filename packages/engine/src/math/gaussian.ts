import { exp } from "./power.ts";
/**
 * A sampled Gaussian of 2 × radius + 1 taps that sum to 1, its middle at index `radius`; `sigma` in samples.
 * Sigma 0 gives the kernel that changes nothing.
 */
export function gaussianKernel(sigma: number, radius: number): Float64Array {
  const taps = Float64Array.from({ length: 2 * radius + 1 }, (_, i) => bell(i - radius, sigma));
  const total = taps.reduce((sum, tap) => sum + tap, 0);
  return taps.map((tap) => tap / total);
}

/**
 * The share (0 to 1) of a unit Gaussian that lies between `from` and `to`, absolute error below 1e-14.
 * Sigma must be above 0; the result is negative when `from` is above `to`, as an integral is.
 */
export function gaussianBetween(from: number, to: number, center: number, sigma: number): number {
  const unit = sigma * Math.SQRT2;
  return 0.5 * (erf((to - center) / unit) - erf((from - center) / unit));
}

/** The error function, absolute error below 1e-14, by its all-positive series (Abramowitz and Stegun 7.1.6). */
export function erf(x: number): number {
  const size = Math.abs(x);
  // From 6 on, 1 − erf is under 2.2e-17: nothing a double beside 1 can hold.
  if (size >= 6) return x < 0 ? -1 : 1;
  let term = x;
  let sum = x;
  for (let odd = 3; Math.abs(term) > Math.abs(sum) * 1e-17; odd += 2) {
    term *= (2 * x * x) / odd;
    sum += term;
  }
  return TWO_OVER_ROOT_PI * exp(-x * x) * sum;
}

const TWO_OVER_ROOT_PI = 2 / Math.sqrt(Math.PI);

function bell(distance: number, sigma: number): number {
  if (distance === 0) return 1;
  return exp(-(distance * distance) / (2 * sigma * sigma));
}
