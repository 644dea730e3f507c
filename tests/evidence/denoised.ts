import { changed, type Plane, resized } from "./plane.ts";

/** Tones without their grain: what a bilateral filter takes from means of 2 × 2 samples is taken from the samples. */
export const denoised = (tones: Plane, denoise: number): Plane => {
  const coarse = resized(tones, tones.width / 2, tones.height / 2);
  const soft = filtered(coarse);
  return changed(tones, (tone, i) => {
    const at = Math.floor(i / tones.width / 2) * coarse.width + Math.floor((i % tones.width) / 2);
    return tone + denoise * (soft.data[at]! - coarse.data[at]!);
  });
};

/**
 * Every sample's mean with its neighbors, every other sample up to two of them away, by how near they are and how alike
 * (Tukey's biweight: differences of √(1/50) and more count nothing). Beyond the border the outermost samples go on.
 */
const filtered = (plane: Plane): Plane => {
  const { width, height, data } = plane;
  const within = (at: number, end: number): number => Math.min(end - 1, Math.max(0, at));
  return changed(plane, (own, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    let sum = 0;
    let weights = 0;
    for (const { across, down, nearness } of NEIGHBORS) {
      const value = data[within(y + 2 * down, height) * width + within(x + 2 * across, width)]!;
      const weight = nearness * Math.max(0, 1 - 50 * (value - own) ** 2) ** 2;
      sum += weight * value;
      weights += weight;
    }
    return sum / weights;
  });
};

/** 5 × 5 without the corners, weighted by a bell three neighbors wide. */
const NEIGHBORS = [-2, -1, 0, 1, 2]
  .flatMap((down) => [-2, -1, 0, 1, 2].map((across) => ({ across, down, square: across ** 2 + down ** 2 })))
  .filter(({ square }) => square < 8)
  .map(({ across, down, square }) => ({ across, down, nearness: Math.exp(-square / 18) }));
