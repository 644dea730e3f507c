import { type GridSize, PARAMS } from "@lumiglyph/contract";
import { surroundingsOf } from "./surroundings.ts";

/**
 * Takes the grain out of a grid of light and leaves its edges: the local Wiener filter (Lee, 1980). Where the light varies
 * around a cell no more than the choice of glyphs makes it vary, the cell becomes the mean of its surroundings.
 */
export const settle = (light: Float32Array, size: GridSize): Float32Array => {
  const { mean, variance } = surroundingsOf(light, size);
  for (let cell = 0; cell < mean.length; cell++) {
    const kept = variance[cell]! / (variance[cell]! + GRAIN);
    mean[cell] = mean[cell]! + kept * (light[cell]! - mean[cell]!);
  }
  return mean;
};

/** Variance that the glyphs themselves bring into even light: what the default codebook is allowed to be off by. */
const GRAIN = PARAMS.maxGlyphRmse.default * PARAMS.maxGlyphRmse.default;
