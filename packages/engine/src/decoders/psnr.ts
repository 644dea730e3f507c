import { naturalLog } from "../math/power.ts";

/**
 * Peak signal-to-noise ratio in dB of two grids of light; Infinity if they are equal. Linear light, 0 to 1, has the peak
 * 1: there 30 dB is an RMSE of 0.032, on the scale of `maxGlyphRmse`. For a picture that does not use the whole range,
 * pass its own range as the peak: in a dark picture every error is small, even that of a blank grid.
 */
export const luminancePsnr = (light: Float32Array, reference: Float32Array, peak = 1): number => {
  let sum = 0;
  for (let i = 0; i < reference.length; i++) {
    const difference = light[i]! - reference[i]!;
    sum += difference * difference;
  }
  return sum === 0 ? Infinity : (10 * naturalLog((peak * peak * reference.length) / sum)) / Math.LN10;
};

/**
 * Applies the gain and the offset that bring the light closest to the reference by least squares, because a grid of
 * characters has no absolute brightness. Light that is uncorrelated with the reference, or negatively correlated, becomes
 * its mean.
 */
export const fitLeastSquares = (light: Float32Array, reference: Float32Array): Float32Array => {
  const mean = meanOf(light);
  const wanted = meanOf(reference);
  let spread = 0;
  let shared = 0;
  for (let i = 0; i < light.length; i++) {
    spread += (light[i]! - mean) * (light[i]! - mean);
    shared += (light[i]! - mean) * (reference[i]! - wanted);
  }
  const gain = spread > 0 ? Math.max(0, shared / spread) : 0;
  return light.map((value) => wanted + gain * (value - mean));
};

const meanOf = (light: Float32Array): number => {
  let sum = 0;
  for (let i = 0; i < light.length; i++) sum += light[i]!;
  return sum / light.length;
};
