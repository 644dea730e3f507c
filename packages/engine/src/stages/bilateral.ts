import { makePlane, type Plane, type Planes } from "../plane.ts";

/** Samples to each side that a sample is averaged with. */
export const RADIUS = 2;

/** 1 / d², where d is the tone difference from which on a neighbor has no say. */
export const SHARPNESS = 16;

/**
 * Spatial weights of the 13 neighbors that are two steps away at most, row by row from the top: a Gaussian of sigma 1.5 by
 * squared distance, rounded, so that it is the same everywhere.
 */
export const NEAR: Float32Array = Float32Array.of(
  0.411,
  ...[0.641, 0.801, 0.641],
  ...[0.411, 0.801, 1, 0.801, 0.411],
  ...[0.641, 0.801, 0.641],
  0.411,
);

const { fround } = Math;

/**
 * The plane filtered (Tomasi and Manduchi, 1998), mixed with itself by `amount`, 0 to 1: every sample stays within its
 * neighborhood's range. The range weight is Tukey's biweight (1 − d²/s²)², which unlike a Gaussian keeps an edge out for good
 * (Durand and Dorsey, 2002) and costs neither an exponential nor a division.
 * Every operation is rounded to single precision, as in the WebAssembly twin (assembly/bilateral.ts).
 */
export const bilateral = ({ width, height, data }: Plane, amount: number, planes: Planes = makePlane): Plane => {
  const out = planes(width, height);
  const mix = fround(amount);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const own = data[at]!;
      let sum = 0;
      let weights = 0;
      for (let dy = -RADIUS, n = 0; dy <= RADIUS; dy++) {
        const row = Math.min(height - 1, Math.max(0, y + dy)) * width;
        const reach = RADIUS - Math.abs(dy);
        for (let dx = -reach; dx <= reach; dx++, n++) {
          const value = data[row + Math.min(width - 1, Math.max(0, x + dx))]!;
          const difference = fround(value - own);
          const likeness = Math.max(0, fround(1 - fround(fround(difference * difference) * SHARPNESS)));
          const weight = fround(NEAR[n]! * fround(likeness * likeness));
          sum = fround(sum + fround(weight * value));
          weights = fround(weights + weight);
        }
      }
      out.data[at] = own + fround(mix * fround(fround(sum / weights) - own));
    }
  }
  return out;
};
