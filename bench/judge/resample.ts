import type { Plane } from "./plane.ts";

/** What one sample of the output gathers along one axis: consecutive samples of the input, each with its weight. */
export type Span = { readonly first: number; readonly weights: Float64Array };

/** A separable resampling: a span for each column and each row of the output. */
export const resample = (plane: Plane, across: readonly Span[], down: readonly Span[]): Plane =>
  gatherRows(gatherColumns(plane, across), down);

const gatherColumns = ({ width, height, data }: Plane, spans: readonly Span[]): Plane => {
  const out = new Float32Array(spans.length * height);
  for (let y = 0, to = 0; y < height; y++) {
    for (const { first, weights } of spans) {
      let sum = 0;
      for (let i = 0, from = y * width + first; i < weights.length; i++, from++) sum += weights[i]! * data[from]!;
      out[to++] = sum;
    }
  }
  return { width: spans.length, height, data: out };
};

const gatherRows = ({ width, data }: Plane, spans: readonly Span[]): Plane => {
  const out = new Float32Array(width * spans.length);
  const sums = new Float64Array(width);
  for (const [y, { first, weights }] of spans.entries()) {
    sums.fill(0);
    for (let i = 0; i < weights.length; i++) {
      for (let x = 0, from = (first + i) * width; x < width; x++, from++) sums[x]! += weights[i]! * data[from]!;
    }
    out.set(sums, y * width);
  }
  return { width, height: spans.length, data: out };
};

/** The span with its weights scaled to a sum of 1. */
export const normalized = ({ first, weights }: Span): Span => {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return { first, weights: weights.map((weight) => weight / sum) };
};
