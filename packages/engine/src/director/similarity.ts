import type { Kernels } from "../kernels.ts";
import { blurTaps } from "../math/gaussian.ts";
import { makePlane, type Plane } from "../plane.ts";

/** Similarity of two planes (SSIM, Wang et al. 2004; values 0 to 1). */
export type Similarity = {
  readonly ssim: number;
  /**
   * SSIM around each sample without its brightness term: how alike contrast and structure are to an eye adapted to the
   * dark. The stabilizing constant C2 is smaller here; otherwise an empty grid would pass for a shadow.
   */
  readonly form: Float32Array;
};

/** The blur kernel in use. */
export type Blur = Kernels["blur"];

/** Local mean and mean square of a plane: the part of SSIM that can be reused when many grids are compared with one picture. */
export type Locals = { readonly plane: Plane; readonly mean: Float32Array; readonly square: Float32Array };

/** Computes the local moments of a plane. */
export const localsOf = (plane: Plane, blur: Blur): Locals => ({
  plane,
  mean: blur(plane, WINDOW).data,
  square: blur(product(plane, plane), WINDOW).data,
});

/** Compares two planes by their local moments. */
export const compare = (a: Locals, b: Locals, blur: Blur): Similarity => {
  const cross = blur(product(a.plane, b.plane), WINDOW).data;
  const form = new Float32Array(cross.length);
  let sum = 0;
  for (let i = 0; i < cross.length; i++) {
    const [meanA, meanB] = [a.mean[i]!, b.mean[i]!];
    const variance = Math.max(0, a.square[i]! - meanA * meanA) + Math.max(0, b.square[i]! - meanB * meanB);
    // Mathematically never above the variance; without the limit, rounding would lift two even
    // planes above 1.
    const covariance = Math.max(-variance, Math.min(variance, 2 * (cross[i]! - meanA * meanB)));
    form[i] = (covariance + DARK) / (variance + DARK);
    sum += ((covariance + C2) * (2 * meanA * meanB + C1)) / ((variance + C2) * (meanA * meanA + meanB * meanB + C1));
  }
  return { ssim: sum / cross.length, form };
};

/** Window and constants of the paper. */
const WINDOW = blurTaps(1.5);
const C1 = 0.01 ** 2;
const C2 = 0.03 ** 2;

/** C2 for `form`. */
const DARK = 0.01 ** 2;

const product = ({ width, height, data }: Plane, other: Plane): Plane => {
  const out = makePlane(width, height);
  for (let i = 0; i < data.length; i++) out.data[i] = data[i]! * other.data[i]!;
  return out;
};

/** A gain and an offset: value × gain + offset. */
export type LinearFit = { readonly gain: number; readonly offset: number };

/**
 * The fit that gives a grid the mean and the standard deviation of the picture, both in the far view, because a grid of
 * glyphs has no absolute brightness. Least squares would not do: it can choose a gain of 0.
 */
export const fitMoments = (grid: Plane, picture: Plane): LinearFit => {
  const own = momentsOf(grid);
  const other = momentsOf(picture);
  const gain = own.spread > FLAT ? Math.min(MOST_GAIN, other.spread / own.spread) : 0;
  return { gain, offset: other.mean - gain * own.mean };
};

/** Applies a fit to a plane. */
export const applyFit = ({ width, height, data }: Plane, { gain, offset }: LinearFit): Plane => {
  const out = makePlane(width, height);
  for (let i = 0; i < data.length; i++) out.data[i] = data[i]! * gain + offset;
  return out;
};

/** A grid with less spread than this is treated as an even gray. */
const FLAT = 1e-3;
const MOST_GAIN = 20;

const momentsOf = ({ data }: Plane): { readonly mean: number; readonly spread: number } => {
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < data.length; i++) {
    const value = data[i]!;
    sum += value;
    squares += value * value;
  }
  const mean = sum / data.length;
  return { mean, spread: Math.sqrt(Math.max(0, squares / data.length - mean * mean)) };
};
