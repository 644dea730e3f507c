import type { QualityTarget } from "@lumiglyph/contract";
import type { ComponentName } from "./components.ts";

/** What a component counts for in a score, and the value from which on it is good enough. */
type Demand = { readonly weight: number; readonly threshold: number };

export type Rubric = {
  /** Weights add up to 1. */
  readonly demands: Readonly<Partial<Record<ComponentName, Demand>>>;
};

/**
 * What each target asks for. Thresholds come from a corpus of 30 pictures at 120 columns, drawn without the Director: the
 * component that a target is about has to be as good as the median there, the others better than the worst quarter. The 30 dB
 * of `round-trip` are a promise instead.
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
