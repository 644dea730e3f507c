import type { QualityTarget } from "@lumiglyph/contract";
import type { ComponentName } from "./components.ts";

/** Weight of a component in the score, and the value at which it is good enough. */
type Demand = { readonly weight: number; readonly threshold: number };

/** Requirements of a quality target. */
export type Rubric = {
  /** Weights add up to 1. */
  readonly demands: Readonly<Partial<Record<ComponentName, Demand>>>;
};

/**
 * Requirements of each target. The thresholds come from a corpus of 30 pictures at 120 columns,
 * rendered without the Director: a target's main component has to reach the median of the corpus,
 * the others have to beat the worst quarter. The 30 dB of `round-trip` are a fixed promise instead.
 */
export const RUBRICS: Readonly<Record<QualityTarget, Rubric>> = {
  balanced: {
    demands: {
      structure: { weight: 0.5, threshold: 0.945 },
      tone: { weight: 0.15, threshold: 0.73 },
      edges: { weight: 0.15, threshold: 0.58 },
      contours: { weight: 0.05, threshold: 0.35 },
      shadows: { weight: 0.15, threshold: 0.77 },
    },
  },
  portrait: {
    demands: {
      faces: { weight: 0.4, threshold: 0.93 },
      structure: { weight: 0.25, threshold: 0.91 },
      shadows: { weight: 0.15, threshold: 0.77 },
      tone: { weight: 0.1, threshold: 0.73 },
      edges: { weight: 0.1, threshold: 0.58 },
    },
  },
  motion: {
    demands: {
      stability: { weight: 0.4, threshold: 0.51 },
      structure: { weight: 0.4, threshold: 0.91 },
      tone: { weight: 0.2, threshold: 0.73 },
    },
  },
  "low-light": {
    demands: {
      shadows: { weight: 0.6, threshold: 0.88 },
      structure: { weight: 0.2, threshold: 0.91 },
      edges: { weight: 0.2, threshold: 0.58 },
    },
  },
  "round-trip": {
    demands: {
      psnr: { weight: 0.8, threshold: 30 },
      structure: { weight: 0.2, threshold: 0.91 },
    },
  },
};

/** Additional requirement of every target if the page is in color. */
const COLOR: Demand = { weight: 0.4, threshold: 0.8 };

/** Requirements of a target; in color the other weights shrink to make room for `color`. */
export const demandsOf = (target: QualityTarget, inColor: boolean): Rubric["demands"] => {
  const { demands } = RUBRICS[target];
  if (!inColor) return demands;
  const room = 1 - COLOR.weight;
  const others = Object.entries(demands).map(([name, { weight, threshold }]) => [
    name,
    { weight: weight * room, threshold },
  ]);
  return { ...Object.fromEntries(others), color: COLOR };
};

/** Purpose of each target, as one phrase. */
export const PURPOSES: Readonly<Record<QualityTarget, string>> = {
  balanced: "the picture as a whole",
  portrait: "faces: even tones and form before detail",
  motion: "video frames: noise must not visibly change the page",
  "low-light": "dark pictures: detail in the shadows",
  "round-trip": "text that will be decoded back to a picture",
};
