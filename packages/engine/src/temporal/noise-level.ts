import type { GridSize } from "@lumiglyph/contract";
import { CELL_WIDTH } from "../cells.ts";
import { type CellDifference, makeCellDifference } from "./cell-difference.ts";

/** Variance of the noise on the perceptual scale: of a cell's mean, and of a sample around that mean. */
export type NoiseLevel = { readonly mean: number; readonly form: number };

/** Lower bound: smaller noise is below a step of a byte and invisible, and compression alone adds as much. */
export const LEAST_NOISE: NoiseLevel = { mean: 0.004 * 0.004, form: 0.008 * 0.008 };

/** Tracks the noise of a stream. */
export type NoiseMeter = {
  readonly level: () => NoiseLevel;
  /** Takes the next frame: its innovation and the doubt before it, the means of its cells and the tones of its samples. */
  readonly follow: (innovation: CellDifference, doubt: Float32Array, means: Float32Array, tones: Float32Array) => void;
  /** Forgets all frames. */
  readonly restart: () => void;
};

/**
 * Uses the usual innovation of each cell rather than two frames, because compressed video keeps its
 * noise for a while and then changes it in some blocks at once. The calm part of the picture
 * represents all of it. If nearly everything moves, the roughness of the frame itself limits the
 * estimate.
 */
export const createNoiseMeter = (size: GridSize): NoiseMeter => {
  const magnitudes = createMagnitudeHistogram();
  const usual = makeCellDifference(size);
  let frames = 0;
  let level = LEAST_NOISE;
  const calm = (squares: Float32Array): number => {
    for (let cell = 0; cell < squares.length; cell += STRIDE) magnitudes.add(Math.sqrt(squares[cell]!));
    return magnitudes.takeQuantile(CALM);
  };
  return {
    level: () => level,
    follow: (innovation, doubt, means, tones) => {
      remember(usual, innovation, doubt, 1 / Math.min(++frames, MEMORY));
      const mean = roughness(means, size.columns, magnitudes);
      const form = Math.max(mean, roughness(tones, size.columns * CELL_WIDTH, magnitudes));
      const known = frames === 1 ? null : level;
      level = {
        mean: Math.max(LEAST_NOISE.mean, approach(known?.mean, calm(usual.mean), mean)),
        form: Math.max(LEAST_NOISE.form, approach(known?.form, calm(usual.form), form)),
      };
    },
    restart: () => {
      frames = 0;
      level = LEAST_NOISE;
    },
  };
};

/** Frames that the running mean covers. */
const MEMORY = 16;

/** Share of the picture that counts as calm. */
const CALM = 0.4;

/** Every third cell is sampled. */
const STRIDE = 3;

/** Adds a frame to the running mean of squared innovations, less what the doubt explains. */
const remember = (usual: CellDifference, innovation: CellDifference, doubt: Float32Array, pace: number): void => {
  const fade = sharedBy(innovation.mean);
  for (let cell = 0; cell < doubt.length; cell++) {
    const own = innovation.mean[cell]! - fade;
    const mean = Math.min(MOST, own * own) / (1 + doubt[cell]!);
    const form = Math.min(MOST, innovation.form[cell]!) / (1 + doubt[cell]!);
    usual.mean[cell] = usual.mean[cell]! + pace * (mean - usual.mean[cell]!);
    usual.form[cell] = usual.form[cell]! + pace * (form - usual.form[cell]!);
  }
};

/** Upper bound of squared noise, so that a moment of motion does not raise the mean for long. */
const MOST = 0.004;

/**
 * The innovation that all cells share, which is a fade and not noise. Each cell's contribution is
 * limited to possible noise.
 */
const sharedBy = (innovations: Float32Array): number => {
  let sum = 0;
  for (let cell = 0; cell < innovations.length; cell++) sum += Math.max(-SAY, Math.min(SAY, innovations[cell]!));
  return sum / innovations.length;
};

const SAY = 0.03;

/**
 * The next variance, from the previous one, the deviation of the calm part and the frame's
 * roughness. It falls quickly. It rises quickly only if the roughness allows it: compression
 * smooths noise, so one frame may show too little. Otherwise it hardly rises, because the change is
 * motion, which would smear if it counted as noise.
 */
const approach = (known: number | undefined, deviation: number, rough: number): number => {
  if (known === undefined) return squared(Math.min(deviation, rough));
  const aim = squared(Math.min(deviation / CALMER, MOST_SMOOTHED * rough));
  const rise = deviation < SMOOTHED * rough ? SOON : HARDLY;
  return Math.min(known * rise, known + PACE * (aim - known));
};

const squared = (value: number): number => value * value;

/** Deviation of the calm part relative to the whole: 0.95 if the noise is uniform, less if it is uneven. */
const CALMER = 0.8;

const SMOOTHED = 2.5;
const MOST_SMOOTHED = 3;
const PACE = 0.25;
const SOON = 1.1;
const HARDLY = 1.01;

/** Collects magnitudes to find a quantile of them. */
export type MagnitudeHistogram = {
  readonly add: (magnitude: number) => void;
  /** The magnitude below which this share of those collected lies; Infinity if there were none. Empties the histogram. */
  readonly takeQuantile: (share: number) => number;
};

/** An empty histogram. */
export const createMagnitudeHistogram = (): MagnitudeHistogram => {
  const counts = new Uint32Array(BINS + 1);
  let total = 0;
  return {
    add: (magnitude) => {
      const bin = magnitude < MOST_COUNTED ? (magnitude * (BINS / MOST_COUNTED)) | 0 : BINS;
      counts[bin] = counts[bin]! + 1;
      total++;
    },
    takeQuantile: (share) => {
      const value = total === 0 ? Number.POSITIVE_INFINITY : placeOf(counts, share * total) * (MOST_COUNTED / BINS);
      counts.fill(0);
      total = 0;
      return value;
    },
  };
};

/** Larger magnitudes are counted as this; no noise is as strong. */
const MOST_COUNTED = 0.25;
const BINS = 2048;

/** The position, in bins, at which this many counts are passed; counts are assumed to be even within a bin. */
const placeOf = (counts: Uint32Array, rank: number): number => {
  let below = 0;
  let bin = 0;
  while (below + counts[bin]! < rank) below += counts[bin++]!;
  return bin + (rank - below) / counts[bin]!;
};

/**
 * Upper bound of a picture's noise from the picture alone, as a standard deviation: the response of the filter of Immerkær
 * (1996), which ignores flat areas and straight edges, where it is weakest. Infinity for a picture that is too small.
 */
export const roughness = (data: Float32Array, width: number, magnitudes: MagnitudeHistogram): number => {
  const end = data.length - width;
  for (let top = width; top < end; top += ROUGH_STRIDE * width) {
    for (let at = top + 1; at < top + width - 1; at += ROUGH_STRIDE) {
      const corners = data[at - width - 1]! + data[at - width + 1]! + data[at + width - 1]! + data[at + width + 1]!;
      const sides = data[at - width]! + data[at - 1]! + data[at + 1]! + data[at + width]!;
      magnitudes.add(Math.abs(corners - 2 * sides + 4 * data[at]!) / 6);
    }
  }
  return magnitudes.takeQuantile(0.2) / NORMAL_FIFTH;
};

/** Every third sample is used, in both directions. */
const ROUGH_STRIDE = 3;

/** A fifth of a normal variable's magnitudes lie below this many standard deviations. */
const NORMAL_FIFTH = 0.2533;
