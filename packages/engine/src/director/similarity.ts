import type { Kernels } from "../kernels.ts";
import { blurTaps } from "../math/blur.ts";
import { makePlane, type Plane } from "../plane.ts";

/** How alike two planes are around each sample, and on the whole (SSIM, Wang et al. 2004; values 0 to 1). */
export type Similarity = {
  readonly ssim: number;
  /**
   * SSIM without its brightness term, to an eye that has adapted to the dark: how alike contrast and structure are around
   * each sample. The constant that keeps SSIM from judging flat areas is small here, or an empty page would pass for a shadow.
   */
  readonly form: Float32Array;
};

export type Blur = Kernels["blur"];

/** Local mean and mean square of a plane: what of SSIM can be kept for a picture that many pages are compared with. */
export type Locals = { readonly plane: Plane; readonly mean: Float32Array; readonly square: Float32Array };

export const localsOf = (plane: Plane, blur: Blur): Locals => ({
  plane,
  mean: blur(plane, WINDOW).data,
  square: blur(product(plane, plane), WINDOW).data,
});

export const compare = (a: Locals, b: Locals, blur: Blur): Similarity => {
  const cross = blur(product(a.plane, b.plane), WINDOW).data;
  const form = new Float32Array(cross.length);
  let sum = 0;
  for (let i = 0; i < cross.length; i++) {
    const [meanA, meanB] = [a.mean[i]!, b.mean[i]!];
    const variance = Math.max(0, a.square[i]! - meanA * meanA) + Math.max(0, b.square[i]! - meanB * meanB);
    const covariance = 2 * (cross[i]! - meanA * meanB);
    form[i] = (covariance + DARK) / (variance + DARK);
    sum += ((covariance + C2) * (2 * meanA * meanB + C1)) / ((variance + C2) * (meanA * meanA + meanB * meanB + C1));
  }
  return { ssim: sum / cross.length, form };
};

/** The window and the constants of the paper. */
const WINDOW = blurTaps(1.5);
const C1 = 0.01 ** 2;
const C2 = 0.03 ** 2;

/** What C2 is in the dark. */
const DARK = 0.01 ** 2;

const product = ({ width, height, data }: Plane, other: Plane): Plane => {
  const out = makePlane(width, height);
  for (let i = 0; i < data.length; i++) out.data[i] = data[i]! * other.data[i]!;
  return out;
};

/** How an eye that has adapted to a page sees it: value × gain + offset. */
export type Exposure = { readonly gain: number; readonly offset: number };

/**
 * The exposure that gives a page the mean and the spread of the picture, both seen from afar: a page of glyphs has none of
 * its own. Least squares would not do: it may choose to see nothing at all.
 */
export const exposureFor = (page: Plane, picture: Plane): Exposure => {
  const own = momentsOf(page);
  const other = momentsOf(picture);
  const gain = own.spread > FLAT ? Math.min(MOST_GAIN, other.spread / own.spread) : 0;
  return { gain, offset: other.mean - gain * own.mean };
};

/** A plane as it is seen at an exposure. */
export const exposed = ({ width, height, data }: Plane, { gain, offset }: Exposure): Plane => {
  const out = makePlane(width, height);
  for (let i = 0; i < data.length; i++) out.data[i] = data[i]! * gain + offset;
  return out;
};

/** A page with less spread than this shows nothing: it is seen as an even gray. */
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
