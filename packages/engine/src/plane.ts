import { toTone } from "./math/srgb.ts";

/** One number per sample, row by row from the top left. */
export type Plane = { readonly width: number; readonly height: number; readonly data: Float32Array };

/** Red, green and blue. */
export type Planes3 = readonly [Plane, Plane, Plane];

/** A plane of zeros. */
export const makePlane = (width: number, height: number): Plane => ({
  width,
  height,
  data: new Float32Array(width * height),
});

/** A plane with the same samples. */
export const copyOf = ({ width, height, data }: Plane): Plane => ({ width, height, data: data.slice() });

/** Allocates a plane to write to; its contents are undefined. */
export type Planes = (width: number, height: number) => Plane;

/** Maps every sample. */
export const mapPlane = ({ width, height, data }: Plane, change: (value: number) => number): Plane => {
  const out = makePlane(width, height);
  for (let i = 0; i < data.length; i++) out.data[i] = change(data[i]!);
  return out;
};

/** The value of a state's planes before a stage has filled them. */
export const EMPTY_PLANE: Plane = makePlane(0, 0);

/** Converts linear light to tones. */
export const toTonePlane = ({ width, height, data }: Plane, planes: Planes = makePlane): Plane => {
  const out = planes(width, height);
  for (let i = 0; i < data.length; i++) out.data[i] = toTone(data[i]!);
  return out;
};

/** Steps of the tone histogram. */
export const TONE_STEPS = 4096;

/** Tone histogram: number of samples in each of `TONE_STEPS` steps from 0 to 1. */
export type ToneCounts = {
  /** Samples that are at least half opaque. */
  readonly opaque: Uint32Array;
  /** Number of all other samples; they are black. */
  readonly transparent: number;
};

/** The histogram of a state before `view` has run. */
export const NO_TONES: ToneCounts = { opaque: new Uint32Array(TONE_STEPS + 1), transparent: 0 };

/** Counts the samples of each tone. */
export const countTones = ({ data }: Plane, opacity: Plane | null): ToneCounts => {
  const opaque = new Uint32Array(TONE_STEPS + 1);
  for (let i = 0; i < data.length; i++) {
    const step = (data[i]! * TONE_STEPS + 0.5) | 0;
    opaque[step] = opaque[step]! + 1;
  }
  return { opaque, transparent: opacity === null ? 0 : takeOut(opaque, data, opacity.data) };
};

/** Removes the transparent samples from the counts and returns their number. */
const takeOut = (counts: Uint32Array, tones: Float32Array, opacity: Float32Array): number => {
  let transparent = 0;
  for (let i = 0; i < tones.length; i++) {
    if (opacity[i]! >= 0.5) continue;
    const step = (tones[i]! * TONE_STEPS + 0.5) | 0;
    counts[step] = counts[step]! - 1;
    transparent++;
  }
  return transparent;
};

/**
 * Tones may lie slightly below black and above the densest glyph, because they still pull their neighbors in the right
 * direction.
 */
export const TONE_FLOOR = -0.03;
export const TONE_CEILING = 1.03;

/** Clamps by branches, because `Math.min` and `Math.max` handle NaN and −0 and take three times as long. */
export const within = (value: number, low: number, high: number): number => {
  if (value < low) return low;
  if (value > high) return high;
  return value;
};

export const clampTone = (value: number): number => within(value, TONE_FLOOR, TONE_CEILING);

/**
 * The nearest-rank percentile of a histogram: the lowest bin at or below which lie at least `fraction` (0 to 1) of all
 * counts. Fraction 0 is the first bin with a count, 1 the last; an empty histogram gives bin 0.
 */
export function percentile(counts: Uint32Array, fraction: number): number {
  let total = 0;
  for (let bin = 0; bin < counts.length; bin++) total += counts[bin]!;
  // 0.07 × 100 is slightly above 7 in binary; the slack keeps it at rank 7 and is far below one count.
  const rank = Math.max(1, Math.min(total, fraction * total - RANK_SLACK));
  let below = 0;
  for (let bin = 0; bin < counts.length; bin++) {
    below += counts[bin]!;
    if (below >= rank) return bin;
  }
  return 0;
}

const RANK_SLACK = 1e-6;
