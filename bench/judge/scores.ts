import type { Drawn } from "./drawn.ts";
import { mapPlane, type Plane, resample, type Span, toEncoded } from "./plane.ts";
import { type View, viewBy } from "./view.ts";

/** How faithful the art is and how its characters are placed; 1 is the best value of each. */
export type Scores = Likeness & Drawn;

/** Similarity of art and picture. */
export type Likeness = {
  /** SSIM with a blur of one cell width: tone and form, without the characters' own texture. */
  readonly ssim_full: number;
  /** SSIM with a blur of half a cell width: the close view. */
  readonly ssim_half: number;
  /** F1 of the close views' edges. */
  readonly edgef1: number;
};

export const SCORE_NAMES = ["ssim_full", "ssim_half", "edgef1", "strokes", "calm"] as const satisfies (keyof Scores)[];

/** Compares the views of art and picture on the sRGB scale. */
export const compareViews = (art: View, picture: View): Likeness => {
  const [actual, expected] = [encoded(art), encoded(picture)];
  // fitted from afar, where characters have no texture, and applied to both distances
  const { gain, offset } = fitTone(actual.full, expected.full);
  const fitted = mapView(actual, (value) => value * gain + offset);
  return {
    ssim_full: similarityOf(fitted.full, expected.full),
    ssim_half: similarityOf(fitted.half, expected.half),
    edgef1: edgeAgreement(slopesOf(actual.half), slopesOf(expected.half)),
  };
};

const encoded = (view: View): View => mapView(view, toEncoded);

const mapView = (view: View, change: (value: number) => number): View =>
  viewBy((_, distance) => mapPlane(view[distance], change));

/** Forgiven contrast and brightness: value × gain + offset. */
type ToneFit = { readonly gain: number; readonly offset: number };

/**
 * Matches the mean and the spread of one plane to another. Least squares would reward blank art: it could choose a gain of
 * 0.
 */
const fitTone = (from: Plane, to: Plane): ToneFit => {
  const [a, b] = [momentsOf(from), momentsOf(to)];
  const gain = a.spread > FLAT ? Math.min(MOST_GAIN, b.spread / a.spread) : 0;
  return { gain, offset: b.mean - gain * a.mean };
};

const FLAT = 1e-3;
const MOST_GAIN = 20;

const momentsOf = ({ data }: Plane): { readonly mean: number; readonly spread: number } => {
  const mean = data.reduce((sum, value) => sum + value, 0) / data.length;
  const squares = data.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, spread: Math.sqrt(squares / data.length) };
};

/** Mean SSIM of two planes of values from 0 to 1, window and constants of Wang et al. (2004). */
const similarityOf = (a: Plane, b: Plane): number => {
  const local = windowMeans(a.width, a.height);
  const meanA = local(a);
  const meanB = local(b);
  const squareA = local(product(a, a));
  const squareB = local(product(b, b));
  const cross = local(product(a, b));
  let ssim = 0;
  for (let i = 0; i < meanA.length; i++) {
    const [ma, mb] = [meanA[i]!, meanB[i]!];
    const variance = Math.max(0, squareA[i]! - ma * ma) + Math.max(0, squareB[i]! - mb * mb);
    const alike = (2 * (cross[i]! - ma * mb) + C2) / (variance + C2);
    ssim += (alike * (2 * ma * mb + C1)) / (ma * ma + mb * mb + C1);
  }
  return ssim / meanA.length;
};

const C1 = 0.01 ** 2;
const C2 = 0.03 ** 2;
const SIGMA = 1.5;
const RADIUS = Math.ceil(3 * SIGMA);

const windowMeans = (width: number, height: number): ((plane: Plane) => Float32Array) => {
  const across = windowSpans(width);
  const down = windowSpans(height);
  return (plane) => resample(plane, across, down).data;
};

const WINDOW = Float64Array.from({ length: 2 * RADIUS + 1 }, (_, i) =>
  Math.exp(-((i - RADIUS) ** 2) / (2 * SIGMA ** 2)),
);
const WINDOW_SUM = WINDOW.reduce((sum, weight) => sum + weight, 0);

/** The window at each sample; past the border the image is mirrored. */
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

/** Gradient at each sample, 0 on the border. */
type Slopes = { readonly width: number; readonly dx: Float32Array; readonly dy: Float32Array };

/** Sobel operator, scaled to the difference of neighbors two samples apart. */
const slopesOf = ({ width, height, data }: Plane): Slopes => {
  const dx = new Float32Array(data.length);
  const dy = new Float32Array(data.length);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
      const [nw, n, ne] = [data[i - width - 1]!, data[i - width]!, data[i - width + 1]!];
      const [sw, s, se] = [data[i + width - 1]!, data[i + width]!, data[i + width + 1]!];
      dx[i] = (ne + 2 * data[i + 1]! + se - nw - 2 * data[i - 1]! - sw) / 8;
      dy[i] = (sw + 2 * s + se - nw - 2 * n - ne) / 8;
    }
  }
  return { width, dx, dy };
};

/** F1 of the steepest tenth of samples, with a tolerance of one sample. */
const edgeAgreement = (a: Slopes, b: Slopes): number => {
  const edgesA = steepest(a);
  const edgesB = steepest(b);
  const precision = shareWithin(edgesA, widened(edgesB, a.width));
  const recall = shareWithin(edgesB, widened(edgesA, a.width));
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
};

const STEEPEST = 0.1;

/** About one level of 255: a flat picture has no edges. */
const FAINTEST = 0.004;

const steepest = ({ dx, dy }: Slopes): Uint8Array => {
  const steepness = dx.map((value, i) => Math.hypot(value, dy[i]!));
  const sorted = steepness.toSorted();
  const threshold = Math.max(FAINTEST, sorted[Math.floor((1 - STEEPEST) * sorted.length)]!);
  return Uint8Array.from(steepness, (value) => Number(value > threshold));
};

/** Dilates marks by one sample. The border has no slope and thus no marks. */
const widened = (marks: Uint8Array, width: number): Uint8Array => {
  const out = new Uint8Array(marks.length);
  for (let i = 0; i < marks.length; i++) {
    if (marks[i] === 0) continue;
    for (const row of [i - width, i, i + width]) out.fill(1, row - 1, row + 2);
  }
  return out;
};

const shareWithin = (marks: Uint8Array, zone: Uint8Array): number => {
  let marked = 0;
  let within = 0;
  for (let i = 0; i < marks.length; i++) {
    marked += marks[i]!;
    within += marks[i]! & zone[i]!;
  }
  return marked === 0 ? 0 : within / marked;
};
