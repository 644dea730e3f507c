import type { GridSize } from "@lumiglyph/contract";
import { CELL_WIDTH } from "../cells.ts";
import { type Bands, makeBands } from "./bands.ts";

/** Variance of the noise on the perceptual scale: of a cell's mean, and of one sample around it. */
export type NoiseLevel = { readonly mean: number; readonly form: number };

/** Nobody's noise is less: below a step of a byte nothing is seen, and compression alone makes as much. */
export const LEAST_NOISE: NoiseLevel = { mean: 0.004 * 0.004, form: 0.008 * 0.008 };

/** Follows the noise of a stream from frame to frame. */
export type NoiseMeter = {
  readonly level: () => NoiseLevel;
  /** The next frame: its innovation and the doubt before it, its cells' means and its samples' tones. */
  readonly follow: (innovation: Bands, doubt: Float32Array, means: Float32Array, tones: Float32Array) => void;
  /** Forgets all frames. */
  readonly restart: () => void;
};

/**
 * By what is usual for each cell, not by two frames alone: compressed video holds its noise still for a while and then
 * changes it in some blocks at once. The calm part of the picture speaks for all of it; where nearly all of it moves, how
 * rough the frame is by itself tells what can be noise.
 */
export const createNoiseMeter = (size: GridSize): NoiseMeter => {
  const tally = createTally();
  const usual = makeBands(size);
  let frames = 0;
  let level = LEAST_NOISE;
  const calm = (squares: Float32Array): number => {
    for (let cell = 0; cell < squares.length; cell += STRIDE) tally.add(Math.sqrt(squares[cell]!));
    return tally.take(CALM);
  };
  return {
    level: () => level,
    follow: (innovation, doubt, means, tones) => {
      remember(usual, innovation, doubt, 1 / Math.min(++frames, MEMORY));
      const mean = roughness(means, size.columns, tally);
      const form = Math.max(mean, roughness(tones, size.columns * CELL_WIDTH, tally));
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

/** Frames that make up what is usual. */
const MEMORY = 16;

/** Share of the picture that is taken to be calm. */
const CALM = 0.4;

/** One in so many cells is looked at. */
const STRIDE = 3;

/** Takes a frame into the usual squares of innovations, as far as doubt does not explain them. */
const remember = (usual: Bands, innovation: Bands, doubt: Float32Array, pace: number): void => {
  const fade = sharedBy(innovation.mean);
  for (let cell = 0; cell < doubt.length; cell++) {
    const own = innovation.mean[cell]! - fade;
    const mean = Math.min(MOST, own * own) / (1 + doubt[cell]!);
    const form = Math.min(MOST, innovation.form[cell]!) / (1 + doubt[cell]!);
    usual.mean[cell] = usual.mean[cell]! + pace * (mean - usual.mean[cell]!);
    usual.form[cell] = usual.form[cell]! + pace * (form - usual.form[cell]!);
  }
};

/** No noise has squares beyond this: one moment of motion must not be usual for long. */
const MOST = 0.004;

/** What all cells have in common, which is a fade and no noise; a cell has no more say in it than noise could give it. */
const sharedBy = (innovations: Float32Array): number => {
  let sum = 0;
  for (let cell = 0; cell < innovations.length; cell++) sum += Math.max(-SAY, Math.min(SAY, innovations[cell]!));
  return sum / innovations.length;
};

const SAY = 0.03;

/**
 * The variance after another frame, from that before, the deviation of the calm part and the frame's roughness. It goes down
 * soon. It goes up soon where roughness allows for it: compression smooths noise, so there may be more than is seen in one
 * frame. Else hardly at all: that is motion, which would smear if it were taken for noise.
 */
const approach = (known: number | undefined, deviation: number, rough: number): number => {
  if (known === undefined) return squared(Math.min(deviation, rough));
  const aim = squared(Math.min(deviation / CALMER, MOST_SMOOTHED * rough));
  const rise = deviation < SMOOTHED * rough ? SOON : HARDLY;
  return Math.min(known * rise, known + PACE * (aim - known));
};

const squared = (value: number): number => value * value;

/** Deviation of the calm part where that of all is 1: .95 if noise is the same everywhere, less where it is uneven. */
const CALMER = 0.8;

const SMOOTHED = 2.5;
const MOST_SMOOTHED = 3;
const PACE = 0.25;
const SOON = 1.1;
const HARDLY = 1.01;

/** Collects magnitudes and says how large they are where the picture is calm; empty again afterwards. */
export type Tally = {
  readonly add: (magnitude: number) => void;
  /** The magnitude below which a share of those collected lies; Infinity where there were none. */
  readonly take: (share: number) => number;
};

export const createTally = (): Tally => {
  const counts = new Uint32Array(BINS + 1);
  let total = 0;
  return {
    add: (magnitude) => {
      const bin = magnitude < MOST_TALLIED ? (magnitude * (BINS / MOST_TALLIED)) | 0 : BINS;
      counts[bin] = counts[bin]! + 1;
      total++;
    },
    take: (share) => {
      const value = total === 0 ? Number.POSITIVE_INFINITY : placeOf(counts, share * total) * (MOST_TALLIED / BINS);
      counts.fill(0);
      total = 0;
      return value;
    },
  };
};

/** Magnitudes past this are counted as this: no noise is as strong. */
const MOST_TALLIED = 0.25;
const BINS = 2048;

/** Where, in bins, so many counts are passed; within a bin they are taken to lie evenly. */
const placeOf = (counts: Uint32Array, rank: number): number => {
  let below = 0;
  let bin = 0;
  while (below + counts[bin]! < rank) below += counts[bin++]!;
  return bin + (rank - below) / counts[bin]!;
};

/**
 * How strong a picture's noise can be at most, by itself, as a standard deviation: the filter of Immerkær (1996), which sees
 * neither flat ground nor straight edges, where it finds least. Infinity for a picture too small to tell.
 */
export const roughness = (data: Float32Array, width: number, tally: Tally): number => {
  const end = data.length - width;
  for (let top = width; top < end; top += ROUGH_STRIDE * width) {
    for (let at = top + 1; at < top + width - 1; at += ROUGH_STRIDE) {
      const corners = data[at - width - 1]! + data[at - width + 1]! + data[at + width - 1]! + data[at + width + 1]!;
      const sides = data[at - width]! + data[at - 1]! + data[at + 1]! + data[at + width]!;
      tally.add(Math.abs(corners - 2 * sides + 4 * data[at]!) / 6);
    }
  }
  return tally.take(0.2) / NORMAL_FIFTH;
};

/** One in so many samples is looked at, in both directions. */
const ROUGH_STRIDE = 3;

/** A fifth of a normal variable's magnitudes lie below this many standard deviations. */
const NORMAL_FIFTH = 0.2533;
