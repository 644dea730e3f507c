import type { Plane } from "./plane.ts";

/** Slope of a plane at each of its samples, 0 on its border. */
export type Slopes = { readonly width: number; readonly dx: Float32Array; readonly dy: Float32Array };

/** Sobel's operator, scaled to the difference of neighbors two samples apart. */
export const slopesOf = ({ width, height, data }: Plane): Slopes => {
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

/** Cosine between two fields of slopes: 1 where all contours run alike, -1 where light and dark change places. */
export const cosineOf = (a: Slopes, b: Slopes): number => {
  const norm = Math.sqrt(dot(a, a) * dot(b, b));
  return norm === 0 ? 0 : dot(a, b) / norm;
};

/** F1 of the steepest tenth of samples in each field, a sample's distance forgiven. */
export const edgeAgreement = (a: Slopes, b: Slopes): number => {
  const edgesA = steepest(a);
  const edgesB = steepest(b);
  const precision = shareWithin(edgesA, widened(edgesB, a.width));
  const recall = shareWithin(edgesB, widened(edgesA, a.width));
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
};

const dot = (a: Slopes, b: Slopes): number => {
  let sum = 0;
  for (let i = 0; i < a.dx.length; i++) sum += a.dx[i]! * b.dx[i]! + a.dy[i]! * b.dy[i]!;
  return sum;
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

/** Marks and all their neighbors. The border has no slope, so a mark never lies on it. */
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
