import { makePlane, type Plane, type Planes } from "../plane.ts";

/** Neighbors on each side, and the distance between them in samples. */
export const RADIUS = 2;
export const STRIDE = 2;

/** 1 / d², where d is the difference of tone from which on a neighbor no longer counts. */
export const SHARPNESS = 50;

/**
 * Spatial weights of the 21 neighbors (5 × 5 without the corners), row by row from the top: a Gaussian with a sigma of
 * three neighbors, rounded so that it is the same everywhere.
 */
export const NEIGHBOR_WEIGHTS: Float32Array = Float32Array.of(
  ...[0.757, 0.801, 0.757],
  ...[0.757, 0.895, 0.946, 0.895, 0.757],
  ...[0.801, 0.946, 1, 0.946, 0.801],
  ...[0.757, 0.895, 0.946, 0.895, 0.757],
  ...[0.757, 0.801, 0.757],
);

const { fround } = Math;

/**
 * Bilateral filter (Tomasi and Manduchi, 1998): every sample stays within the range of its neighborhood. The range weight
 * is Tukey's biweight (1 − d²/s²)², which unlike a Gaussian excludes the far side of an edge completely (Durand and
 * Dorsey, 2002) and needs neither an exponential nor a division. Every operation is rounded to single precision, as in the
 * WebAssembly twin (assembly/bilateral.ts).
 */
export const bilateral = ({ width, height, data }: Plane, planes: Planes = makePlane): Plane => {
  const out = planes(width, height);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const own = data[at]!;
      let sum = 0;
      let weights = 0;
      for (let dy = -RADIUS, n = 0; dy <= RADIUS; dy++) {
        const row = Math.min(height - 1, Math.max(0, y + dy * STRIDE)) * width;
        const reach = Math.min(RADIUS, RADIUS + 1 - Math.abs(dy));
        for (let dx = -reach; dx <= reach; dx++, n++) {
          const value = data[row + Math.min(width - 1, Math.max(0, x + dx * STRIDE))]!;
          const difference = fround(value - own);
          const likeness = Math.max(0, fround(1 - fround(fround(difference * difference) * SHARPNESS)));
          const weight = fround(NEIGHBOR_WEIGHTS[n]! * fround(likeness * likeness));
          sum = fround(sum + fround(weight * value));
          weights = fround(weights + weight);
        }
      }
      out.data[at] = fround(sum / weights);
    }
  }
  return out;
};
