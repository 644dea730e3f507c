import { bellBetween, bellSum } from "./gaussian.ts";
import { resample, type Span } from "./resample.ts";
import { CELL, type View, viewBy } from "./view.ts";

/** Samples by which a stamp goes beyond its cell on each side: three deviations, and the one under way. */
export const MARGIN = 4;

/** What is seen of one cell alone, its light given pixel by pixel: light adds up, so a page is the sum of its stamps. */
export const stampOf = (light: Float32Array): View =>
  viewBy((sigma) => resample({ ...CELL, data: light }, stampSpans(CELL.width, sigma), stampSpans(CELL.height, sigma)));

const stampSpans = (length: number, sigma: number): Span[] =>
  Array.from({ length: length / sigma + 2 * MARGIN }, (_, index) => {
    const { first, weights } = bellBetween({ center: (index - MARGIN + 0.5) * sigma, sigma }, 0, length);
    return { first, weights: weights.map((weight) => weight / bellSum(sigma)) };
  });
