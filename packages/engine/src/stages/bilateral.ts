import { makePlane, type Plane } from "../plane.ts";

/** Samples to each side that a sample is averaged with. */
export const RADIUS = 2;

/** Tone difference at which a neighbor counts a quarter, as 1 / difference². */
export const SHARPNESS = 100;

/** Spatial weights of the 5 × 5 neighbors: a Gaussian of sigma 1.5 by squared distance, rounded, so the same everywhere. */
export const NEAR: Float32Array = (() => {
  const byDistance = [1, 0.801, 0.641, 0, 0.411, 0.329, 0, 0, 0.169];
  const side = 2 * RADIUS + 1;
  return Float32Array.from({ length: side * side }, (_, i) => {
    const dx = (i % side) - RADIUS;
    const dy = Math.floor(i / side) - RADIUS;
    return byDistance[dx * dx + dy * dy]!;
  });
})();

const { fround } = Math;

/**
 * The plane filtered (Tomasi and Manduchi, 1998), mixed with itself by `amount`, 0 to 1: every sample stays within its
 * neighborhood's range. The range weight is 1 / (1 + d²/s²)², which falls off like their Gaussian and costs no exponential.
 * Every operation is rounded to single precision, as in the WebAssembly twin (assembly/bilateral.ts).
 */
export const bilateral = ({ width, height, data }: Plane, amount: number): Plane => {
  const out = makePlane(width, height);
  const mix = fround(amount);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const own = data[at]!;
      let sum = 0;
      let weights = 0;
      for (let dy = -RADIUS, n = 0; dy <= RADIUS; dy++) {
        const row = Math.min(height - 1, Math.max(0, y + dy)) * width;
        for (let dx = -RADIUS; dx <= RADIUS; dx++, n++) {
          const value = data[row + Math.min(width - 1, Math.max(0, x + dx))]!;
          const difference = fround(value - own);
          const falloff = fround(1 + fround(fround(difference * difference) * SHARPNESS));
          const weight = fround(NEAR[n]! / fround(falloff * falloff));
          sum = fround(sum + fround(weight * value));
          weights = fround(weights + weight);
        }
      }
      out.data[at] = own + fround(mix * fround(fround(sum / weights) - own));
    }
  }
  return out;
};
