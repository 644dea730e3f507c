import type { GridSize } from "@lumiglyph/contract";
import { CELL_HEIGHT, CELL_WIDTH } from "../cells.ts";
import { exp, naturalLog } from "../math/power.ts";
import { CELL_SAMPLES, type CellDifference, FORM_FREEDOM, makeCellDifference } from "./cell-difference.ts";
import type { NoiseLevel } from "./noise-level.ts";

/**
 * The belief about a picture that is observed through noise. Two hypotheses are weighed for each
 * cell and frame: it is unchanged and differs by noise, or it has changed to anything. Under the
 * first, a Kalman filter averages; under the second, the frame replaces the belief. The belief is
 * the mean of both, weighted by their odds. (Change points as in Adams and MacKay, 2007, without
 * memory of older ones.)
 */
export type Posterior = {
  /** Believed tones of the working raster's samples. */
  readonly tones: Float32Array;
  /**
   * Variance of each cell's belief in units of the noise: 1 after a change, less with every frame that agrees. For this
   * filter it equals the share of the last frame in the belief.
   */
  readonly doubt: Float32Array;
  /** Takes a frame unchanged. */
  readonly restart: (seen: Float32Array) => void;
  /**
   * Weighs a frame by its innovation, the difference from the believed tones. Returns the share of cells that have
   * probably changed.
   */
  readonly weigh: (innovation: CellDifference, noise: NoiseLevel, motionSensitivity: number) => number;
  /** Moves the tones toward the frame that was weighed last. */
  readonly move: (seen: Float32Array) => void;
};

/** A belief for grids of this size; call `restart` with the first frame. */
export const createPosterior = (size: GridSize): Posterior => {
  const cells = size.columns * size.rows;
  const tones = new Float32Array(cells * CELL_SAMPLES);
  const doubt = new Float32Array(cells);
  const bias = new Float32Array(cells);
  const surprise = makeCellDifference(size);
  return {
    tones,
    doubt,
    restart: (seen) => {
      tones.set(seen);
      doubt.fill(1);
      bias.fill(0);
    },
    weigh: (innovation, noise, motionSensitivity) => {
      const drift = DRIFT / noise.mean;
      surprises(innovation, noise, { doubt, bias, surprise }, drift);
      const logPrior = LN_10 * (5 * motionSensitivity - 6);
      return judge({ doubt, bias, surprise }, drift, logPrior, 0.5 * naturalLog(2 * Math.PI * noise.mean), size);
    },
    move: (seen) => moveTones(tones, seen, doubt, size),
  };
};

/** Variance on the perceptual scale that an unchanged cell gains per frame, because light is never perfectly constant. */
const DRIFT = 2e-6;

/** Share of the newest innovation in the bias, their running mean, which leaves 0 when a cell slowly fades. */
const BIAS_PACE = 0.25;

/** How strongly a lasting bias indicates a change. */
const BIAS_WEIGHT = 3.5;

type State = {
  readonly doubt: Float32Array;
  readonly bias: Float32Array;
  /** Squared innovations relative to what noise and doubt explain. */
  readonly surprise: CellDifference;
};

const surprises = (
  innovation: CellDifference,
  noise: NoiseLevel,
  { doubt, bias, surprise }: State,
  drift: number,
): void => {
  for (let cell = 0; cell < doubt.length; cell++) {
    const spread = 1 + doubt[cell]! + drift;
    const mean = innovation.mean[cell]!;
    const deviations = mean / Math.sqrt(noise.mean * spread);
    surprise.mean[cell] = deviations * deviations;
    surprise.form[cell] = innovation.form[cell]! / (noise.form * spread);
    bias[cell] = bias[cell]! + BIAS_PACE * (deviations - bias[cell]!);
  }
};

/**
 * Odds of a change in tone, by the deviation of the cell's mean from normal, plus those of a change in form, by the
 * variance of its samples: an edge may move within a cell whose mean stays.
 */
const judge = (
  { doubt, bias, surprise }: State,
  drift: number,
  logPrior: number,
  logNormal: number,
  { columns, rows }: GridSize,
): number => {
  let changed = 0;
  for (let row = 0, cell = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, cell++) {
      const isInner = row > 0 && column > 0 && row < rows - 1 && column < columns - 1;
      const tone = isInner ? pooled(surprise.mean, cell, columns) : surprise.mean[cell]!;
      const form = isInner ? pooled(surprise.form, cell, columns) : surprise.form[cell]!;
      const grown = doubt[cell]! + drift;
      const lean = BIAS_WEIGHT * bias[cell]! * bias[cell]!;
      const inTone = oddsOf(logPrior + logNormal + 0.5 * (lnOnePlus(grown) + tone) + lean);
      const inForm = oddsOf(logPrior + 0.5 * FORM_FREEDOM * excess(form));
      const change = (inTone + inForm) / (1 + inTone + inForm);
      doubt[cell] = change + ((1 - change) * grown) / (1 + grown);
      if (change <= 0.5) continue;
      bias[cell] = 0;
      changed++;
    }
  }
  return changed / doubt.length;
};

const LN_10 = naturalLog(10);

/**
 * Half the cell's own value, half the mean of its eight neighbors: motion rarely affects a single cell, while noise is
 * independent.
 */
const pooled = (values: Float32Array, cell: number, columns: number): number => {
  const above = cell - columns;
  const below = cell + columns;
  const sides = values[cell - 1]! + values[cell + 1]! + values[above]! + values[below]!;
  const corners = values[above - 1]! + values[above + 1]! + values[below - 1]! + values[below + 1]!;
  return 0.5 * values[cell]! + (sides + corners) / 16;
};

const moveTones = (tones: Float32Array, seen: Float32Array, share: Float32Array, { columns, rows }: GridSize): void => {
  for (let y = 0, at = 0; y < rows * CELL_HEIGHT; y++) {
    const first = Math.floor(y / CELL_HEIGHT) * columns;
    for (let cell = first; cell < first + columns; cell++, at += CELL_WIDTH) {
      tones[at] = tones[at]! + share[cell]! * (seen[at]! - tones[at]!);
      tones[at + 1] = tones[at + 1]! + share[cell]! * (seen[at + 1]! - tones[at + 1]!);
    }
  }
};

/** Odds from their natural logarithm, by table lookup; 0 below −12 and constant above 12. */
export const oddsOf = (logarithm: number): number => {
  if (logarithm <= -LIMIT) return 0;
  if (logarithm >= LIMIT) return SURE;
  const position = (logarithm + LIMIT) * STEPS_A_UNIT;
  const step = position | 0;
  const low = ODDS[step]!;
  return low + (ODDS[step + 1]! - low) * (position - step);
};

const LIMIT = 12;
const STEPS_A_UNIT = 32;
const SURE = exp(LIMIT);

const ODDS = Float64Array.from({ length: 2 * LIMIT * STEPS_A_UNIT + 2 }, (_, step) => exp(step / STEPS_A_UNIT - LIMIT));

/** ln(1 + x) for x from 0 to 1.15, within 0.01: a Padé approximant, exact enough for estimates. */
export const lnOnePlus = (x: number): number => (x * (6 + x)) / (6 + 4 * x);

/**
 * x − 1 − ln x for x above 1, from below and within a tenth up to 5: twice the log likelihood ratio per degree of freedom
 * of a mean square x for a variance of x against a variance of 1. 0 for x up to 1, which is no evidence of change.
 */
export const excess = (x: number): number => (x <= 1 ? 0 : ((x - 1) * (x - 1)) / (2 + (4 / 3) * (x - 1)));
