import type { Plane } from "./plane.ts";
import { resample, type Span } from "./resample.ts";

/** Structural similarity, and its part that leaves brightness out; 1 is identity, 0 is nothing in common. */
export type Similarity = { readonly ssim: number; readonly contrast: number };

/** Mean SSIM of two planes of values from 0 to 1, window and constants of Wang et al. (2004). */
export const similarityOf = (a: Plane, b: Plane): Similarity => {
  const local = windowMeans(a.width, a.height);
  const meanA = local(a);
  const meanB = local(b);
  const squareA = local(product(a, a));
  const squareB = local(product(b, b));
  const cross = local(product(a, b));
  let ssim = 0;
  let contrast = 0;
  for (let i = 0; i < meanA.length; i++) {
    const [ma, mb] = [meanA[i]!, meanB[i]!];
    const variance = Math.max(0, squareA[i]! - ma * ma) + Math.max(0, squareB[i]! - mb * mb);
    const alike = (2 * (cross[i]! - ma * mb) + C2) / (variance + C2);
    contrast += alike;
    ssim += (alike * (2 * ma * mb + C1)) / (ma * ma + mb * mb + C1);
  }
  return { ssim: ssim / meanA.length, contrast: contrast / meanA.length };
};

/** Multi-scale SSIM (Wang, Simoncelli, Bovik 2003), stopping early where a small picture runs out of scales. */
export const multiScaleOf = (a: Plane, b: Plane): number => {
  let product = 1;
  let used = 0;
  let pair = [a, b] as const;
  for (const [level, weight] of SCALE_WEIGHTS.entries()) {
    const last = level === SCALE_WEIGHTS.length - 1 || Math.min(pair[0].width, pair[0].height) < SMALLEST_SIDE;
    const { ssim, contrast } = similarityOf(...pair);
    product *= Math.max(1e-4, last ? ssim : contrast) ** weight;
    used += weight;
    if (last) break;
    pair = [halved(pair[0]), halved(pair[1])];
  }
  return product ** (1 / used);
};

const C1 = 0.01 ** 2;
const C2 = 0.03 ** 2;
const SIGMA = 1.5;
const RADIUS = Math.ceil(3 * SIGMA);
const SCALE_WEIGHTS = [0.0448, 0.2856, 0.3001, 0.2363, 0.1333];

/** Shortest side that is halved once more: two windows. */
const SMALLEST_SIDE = 22;

const windowMeans = (width: number, height: number): ((plane: Plane) => Float32Array) => {
  const across = windowSpans(width);
  const down = windowSpans(height);
  return (plane) => resample(plane, across, down).data;
};

const WINDOW = Float64Array.from({ length: 2 * RADIUS + 1 }, (_, i) =>
  Math.exp(-((i - RADIUS) ** 2) / (2 * SIGMA ** 2)),
);
const WINDOW_SUM = WINDOW.reduce((sum, weight) => sum + weight, 0);

/** The window at each sample; where it reaches past the border, the picture goes on as its mirror image. */
const windowSpans = (length: number): Span[] =>
  Array.from({ length }, (_, center) => {
    const first = Math.max(0, center - RADIUS);
    const weights = new Float64Array(Math.min(length - 1, center + RADIUS) - first + 1);
    for (const [i, weight] of WINDOW.entries()) {
      weights[mirrored(center + i - RADIUS, length) - first]! += weight / WINDOW_SUM;
    }
    return { first, weights };
  });

const mirrored = (index: number, length: number): number => {
  const low = Math.abs(index);
  return low < length ? low : Math.max(0, 2 * length - 2 - low);
};

const product = (a: Plane, b: Plane): Plane => ({ ...a, data: a.data.map((value, i) => value * b.data[i]!) });

const halved = ({ width, data, height }: Plane): Plane => {
  const [columns, rows] = [width >> 1, height >> 1];
  const out = new Float32Array(columns * rows);
  for (let y = 0, to = 0; y < rows; y++) {
    for (let x = 0, at = 2 * y * width; x < columns; x++, at += 2) {
      out[to++] = (data[at]! + data[at + 1]! + data[at + width]! + data[at + width + 1]!) / 4;
    }
  }
  return { width: columns, height: rows, data: out };
};
