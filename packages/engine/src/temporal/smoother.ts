import type { GridSize } from "@lumiglyph/contract";
import { workingHeight, workingWidth } from "../cells.ts";
import { percept, toLight } from "../math/srgb.ts";
import { makePlane, type Plane } from "../plane.ts";
import { averageCells, compareCells, makeBands } from "./bands.ts";
import { createNoiseMeter } from "./noise-level.ts";
import { createPosterior } from "./posterior.ts";
import { CUT_SHARE, isCut } from "./scene-cut.ts";

/** A frame without its noise. What it holds is good until the next one. */
type Smoothed = {
  /** Believed linear light on the working raster. */
  readonly light: Plane;
  /** Share of this frame in what is believed of each cell, 0 to 1. */
  readonly gain: Float32Array;
  /** Share of cells that have changed, 0 to 1. */
  readonly changed: number;
  /** Whether no frame before this one has a say in it: it is the first, or the first of another scene. */
  readonly cut: boolean;
};

/** Takes the noise out of one frame after another, given in linear light on the working raster. */
export type Smoother = (light: Plane, motionSensitivity: number) => Smoothed;

export const createSmoother = (size: GridSize): Smoother => {
  const [width, height] = [workingWidth(size.columns), workingHeight(size.rows)];
  const posterior = createPosterior(size);
  const meter = createNoiseMeter(size);
  const bands = makeBands(size);
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
    perceive(light.data, seen.data);
    [lastMeans, means] = [means, lastMeans];
    averageCells(seen.data, size, means);
    if (isFirst) return restart(light);
    compareCells(seen.data, posterior.tones, size, bands);
    meter.follow(bands, posterior.doubt, means, seen.data);
    const changed = posterior.weigh(bands, meter.level(), motionSensitivity);
    if (changed > CUT_SHARE && isCut(means, lastMeans, meter.level(), size)) return restart(light);
    posterior.move(seen.data);
    enlighten(posterior.tones, believed.data);
    return { light: believed, gain: posterior.doubt, changed, cut: false };
  };
};

const makeMeans = ({ columns, rows }: GridSize): Float32Array => new Float32Array(columns * rows);

const perceive = (light: Float32Array, tones: Float32Array): void => {
  for (let i = 0; i < tones.length; i++) tones[i] = percept(light[i]!);
};

const STEPS = 4096;

/** `toLight` of each step of tone; between two of them it is as good as straight, to 3e-8. */
const LIGHTS = Float64Array.from({ length: STEPS + 2 }, (_, step) => toLight(Math.min(1, step / STEPS)));

const enlighten = (tones: Float32Array, light: Float32Array): void => {
  for (let i = 0; i < light.length; i++) {
    const position = tones[i]! * STEPS;
    const step = position | 0;
    const low = LIGHTS[step]!;
    light[i] = low + (LIGHTS[step + 1]! - low) * (position - step);
  }
};
