import type { Kernels } from "../kernels.ts";
import { blurTaps } from "../math/blur.ts";
import { makePlane, type Plane } from "../plane.ts";

/** How alike two planes are around each sample, and on the whole (SSIM, Wang et al. 2004; values 0 to 1). */
export type Similarity = {
  readonly ssim: number;
  /** SSIM without its brightness term: how alike contrast and structure are around each sample. */
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
    form[i] = (2 * (cross[i]! - meanA * meanB) + C2) / (variance + C2);
    sum += (form[i]! * (2 * meanA * meanB + C1)) / (meanA * meanA + meanB * meanB + C1);
  }
  return { ssim: sum / cross.length, form };
};

/** The window and the constants of the paper. */
const WINDOW = blurTaps(1.5);
const C1 = 0.01 ** 2;
const C2 = 0.03 ** 2;

const product = ({ width, height, data }: Plane, other: Plane): Plane => {
  const out = makePlane(width, height);
  for (let i = 0; i < data.length; i++) out.data[i] = data[i]! * other.data[i]!;
  return out;
};
