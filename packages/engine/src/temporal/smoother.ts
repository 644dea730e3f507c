import type { GridSize } from "@lumiglyph/contract";
import { workingHeight, workingWidth } from "../cells.ts";
import { fromTone, toTone } from "../math/srgb.ts";
import { makePlane, type Plane } from "../plane.ts";
import { averageCells, compareCells, makeCellDifference } from "./cell-difference.ts";
import { createNoiseMeter, type NoiseLevel } from "./noise-level.ts";
import { createPosterior } from "./posterior.ts";

/** A frame with noise removed. Its arrays are valid until the next frame. */
type Smoothed = {
  /** Believed linear light on the working raster. */
  readonly light: Plane;
  /** Share of this frame in the belief about each cell, 0 to 1. */
  readonly gain: Float32Array;
  /** Share of cells that have changed, 0 to 1. */
  readonly changed: number;
  /** Whether no earlier frame affects this one: it is the first, or the first of a new scene. */
  readonly cut: boolean;
};

/** Removes noise from one frame after another, given as linear light on the working raster. */
export type Smoother = (light: Plane, motionSensitivity: number) => Smoothed;

/** A smoother for grids of this size. */
export const createSmoother = (size: GridSize): Smoother => {
  const [width, height] = [workingWidth(size.columns), workingHeight(size.rows)];
  const posterior = createPosterior(size);
  const meter = createNoiseMeter(size);
  const difference = makeCellDifference(size);
  const believed = makePlane(width, height);
  let [last, seen] = [makePlane(width, height), makePlane(width, height)];
  let [lastMeans, means] = [makeMeans(size), makeMeans(size)];
  let isFirst = true;

  const restart = (light: Plane): Smoothed => {
    isFirst = false;
    posterior.restart(seen.data);
    meter.restart();
    believed.data.set(light.data);
    return { light: believed, gain: posterior.doubt, changed: 1, cut: true };
  };
  return (light, motionSensitivity) => {
    [last, seen] = [seen, last];
    lightToTones(light.data, seen.data);
    [lastMeans, means] = [means, lastMeans];
    averageCells(seen.data, size, means);
    if (isFirst) return restart(light);
    compareCells(seen.data, posterior.tones, size, difference);
    meter.follow(difference, posterior.doubt, means, seen.data);
    const changed = posterior.weigh(difference, meter.level(), motionSensitivity);
    if (changed > CUT_SHARE && isCut(means, lastMeans, meter.level(), size)) return restart(light);
    posterior.move(seen.data);
    tonesToLight(posterior.tones, believed.data);
    return { light: believed, gain: posterior.doubt, changed, cut: false };
  };
};

const makeMeans = ({ columns, rows }: GridSize): Float32Array => new Float32Array(columns * rows);

const lightToTones = (light: Float32Array, tones: Float32Array): void => {
  for (let i = 0; i < tones.length; i++) tones[i] = toTone(light[i]!);
};

const tonesToLight = (tones: Float32Array, light: Float32Array): void => {
  for (let i = 0; i < light.length; i++) light[i] = fromTone(tones[i]!);
};

/** Share of cells that have to change at once for a new scene. */
const CUT_SHARE = 0.6;

/**
 * Whether so many cells differ from everything around them in the frame before: darker or brighter than the cell and its
 * eight neighbors were, by more than noise. A panning camera changes as many cells, but each gets what was next to it.
 */
export const isCut = (
  now: Float32Array,
  before: Float32Array,
  noise: NoiseLevel,
  { columns, rows }: GridSize,
): boolean => {
  const slack = SLACK * Math.sqrt(noise.mean);
  let strange = 0;
  for (let row = 0, cell = 0; row < rows; row++) {
    const [top, bottom] = [Math.max(0, row - 1), Math.min(rows - 1, row + 1)];
    for (let column = 0; column < columns; column++, cell++) {
      const [left, right] = [Math.max(0, column - 1), Math.min(columns - 1, column + 1)];
      let darkest = Number.POSITIVE_INFINITY;
      let brightest = Number.NEGATIVE_INFINITY;
      for (let y = top; y <= bottom; y++) {
        for (let at = y * columns + left; at <= y * columns + right; at++) {
          if (before[at]! < darkest) darkest = before[at]!;
          if (before[at]! > brightest) brightest = before[at]!;
        }
      }
      if (now[cell]! < darkest - slack || now[cell]! > brightest + slack) strange++;
    }
  }
  return strange > CUT_SHARE * columns * rows;
};

/** Tolerance in standard deviations of the noise. */
const SLACK = 3;
