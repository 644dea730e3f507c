/** One number a sample, row by row from the top left. */
export type Plane = { readonly width: number; readonly height: number; readonly data: Float32Array };

/** Maps every sample. */
export const mapPlane = ({ width, height, data }: Plane, change: (value: number) => number): Plane => ({
  width,
  height,
  data: data.map((value) => change(value)),
});

/** The sRGB value of linear light, both 0 to 1; its steps are taken as perceptually even. */
export const toEncoded = (light: number): number => {
  if (light <= 0) return 0;
  if (light >= 1) return 1;
  const step = Math.floor(light * STEPS);
  const low = CURVE[step]!;
  return low + (CURVE[step + 1]! - low) * (light * STEPS - step);
};

const STEPS = 8192;

/** Linear between samples. Part of the metric: its last digits decide between equally steep edges. */
const CURVE = Float32Array.from({ length: STEPS + 2 }, (_, step) => {
  const light = step / STEPS;
  return light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
});

/** The weights of consecutive input samples for one output sample, along one axis. */
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

/** Scales the weights to a sum of 1. */
export const normalized = ({ first, weights }: Span): Span => {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return { first, weights: weights.map((weight) => weight / sum) };
};

/** Resizes a plane: each sample is the exact mean of the area it covers. */
export const resizeByArea = (plane: Plane, width: number, height: number): Plane =>
  resample(plane, areaSpans(plane.width, width), areaSpans(plane.height, height));

/** Far below any relevant share of a sample, far above the rounding error of a quotient. */
const ROUNDING = 1e-9;

const areaSpans = (from: number, to: number): Span[] =>
  Array.from({ length: to }, (_, index) => {
    const start = (index * from) / to;
    const end = ((index + 1) * from) / to;
    const first = Math.floor(start + ROUNDING);
    const last = Math.min(from, Math.ceil(end - ROUNDING));
    const weights = Float64Array.from(
      { length: last - first },
      (_, i) => Math.min(end, first + i + 1) - Math.max(start, first + i),
    );
    return normalized({ first, weights });
  });

/** A Gaussian over pixels: its center and its standard deviation. */
export type Bell = { readonly center: number; readonly sigma: number };

/** Its values from one pixel up to another, 1 in its middle. */
export const bellBetween = ({ center, sigma }: Bell, first: number, last: number): Span => ({
  first,
  weights: Float64Array.from({ length: last - first }, (_, i) =>
    Math.exp(-((first + i + 0.5 - center) ** 2) / (2 * sigma ** 2)),
  ),
});

/** Its values on a line of this many pixels, within four deviations. */
export const bellOn = (length: number, bell: Bell): Span => {
  const reach = 4 * bell.sigma;
  return bellBetween(bell, Math.max(0, bell.center - reach), Math.min(length, bell.center + reach));
};

/** The sum of all its values. */
export const bellSum = (sigma: number): number => Math.sqrt(2 * Math.PI) * sigma;
