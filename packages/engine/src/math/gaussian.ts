import { makePlane, type Plane, type Planes } from "../plane.ts";
import { exp } from "./power.ts";

/** Weights of a Gaussian blur; `sigma` is in samples. The center comes first, then the weights at 1, 2, … samples from it. */
export const blurTaps = (sigma: number): Float32Array => {
  const radius = Math.ceil(3 * sigma);
  return Float32Array.from(gaussianKernel(sigma, radius).subarray(radius));
};

const { fround } = Math;

/**
 * Separable blur; samples beyond the border repeat the outermost one. Every operation is rounded to single precision, in
 * the order of the WebAssembly twin (assembly/blur.ts).
 */
export const blur = (plane: Plane, taps: Float32Array, planes: Planes = makePlane): Plane =>
  blurColumns(blurRows(plane, taps), taps, planes);

const blurRows = ({ width, height, data }: Plane, taps: Float32Array): Plane => {
  const radius = taps.length - 1;
  const out = makePlane(width, height);
  // a row with its ends repeated, so that the inner loop needs no bounds checks
  const row = new Float32Array(width + 2 * radius);
  for (let y = 0, from = 0; y < height; y++, from += width) {
    row.fill(data[from]!, 0, radius);
    row.set(data.subarray(from, from + width), radius);
    row.fill(data[from + width - 1]!, width + radius);
    for (let x = 0, at = radius; x < width; x++, at++) {
      let sum = fround(taps[0]! * row[at]!);
      for (let k = 1; k <= radius; k++) sum = fround(sum + fround(taps[k]! * fround(row[at - k]! + row[at + k]!)));
      out.data[from + x] = sum;
    }
  }
  return out;
};

const blurColumns = ({ width, height, data }: Plane, taps: Float32Array, planes: Planes): Plane => {
  const out = planes(width, height);
  const rowAt = (y: number): number => Math.min(height - 1, Math.max(0, y)) * width;
  for (let y = 0; y < height; y++) {
    const sums = out.data.subarray(y * width, (y + 1) * width);
    for (let x = 0, from = y * width; x < width; x++) sums[x] = taps[0]! * data[from + x]!;
    for (let k = 1; k < taps.length; k++) {
      const above = rowAt(y - k);
      const below = rowAt(y + k);
      for (let x = 0; x < width; x++) {
        sums[x] = sums[x]! + fround(taps[k]! * fround(data[above + x]! + data[below + x]!));
      }
    }
  }
  return out;
};

/**
 * A sampled Gaussian of 2 × radius + 1 taps that sum to 1, centered at index `radius`; `sigma` is in samples. Sigma 0
 * gives the identity kernel.
 */
export function gaussianKernel(sigma: number, radius: number): Float64Array {
  const taps = Float64Array.from({ length: 2 * radius + 1 }, (_, i) => bell(i - radius, sigma));
  const total = taps.reduce((sum, tap) => sum + tap, 0);
  return taps.map((tap) => tap / total);
}

/**
 * The integral of a unit Gaussian from `from` to `to`, 0 to 1, absolute error below 1e-14. Sigma must be above 0. Negative
 * if `from` is above `to`.
 */
export function gaussianBetween(from: number, to: number, center: number, sigma: number): number {
  const unit = sigma * Math.SQRT2;
  return 0.5 * (erf((to - center) / unit) - erf((from - center) / unit));
}

/** The error function, absolute error below 1e-14, by its all-positive series (Abramowitz and Stegun 7.1.6). */
export function erf(x: number): number {
  const size = Math.abs(x);
  // From 6 on, 1 − erf is below 2.2e-17, less than a double next to 1 can hold.
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
