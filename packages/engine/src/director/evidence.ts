import type { ParamName, QualityEvidence, RenderParams } from "@lumiglyph/contract";
import { ATLAS } from "../glyphs/atlas.ts";
import type { Directed } from "./direct.ts";

/** Names the measure and its version: thresholds, weights and formulas belong to it. */
export const METRIC = "seen-fidelity-v2";

/**
 * What is said about the quality of a page that was asked for with these parameters: the target is met only where every
 * component holds its threshold.
 */
export const qualityEvidence = (
  { take, locked, evaluations, advice }: Directed,
  params: RenderParams,
): QualityEvidence => ({
  target: params.qualityTarget,
  status: take.marks.every(({ met }) => met) ? "target_met" : "best_effort",
  score: take.score,
  metric: METRIC,
  font: ATLAS.id,
  components: take.marks,
  tuned: Object.fromEntries(
    TUNABLE.filter((name) => take.params[name] !== params[name]).map((name) => [
      name,
      { from: params[name], to: take.params[name] },
    ]),
  ),
  locked: [...locked],
  evaluations,
  advice,
});

/** Parameters that the Auto Director may tune (answers 1.15). */
export const TUNABLE = [
  "contrast",
  "brightness",
  "gamma",
  "sharpen",
  "autoLevels",
  "structure",
  "denoise",
] as const satisfies readonly ParamName[];

/** Values for some of them. */
export type Tuning = Partial<Pick<RenderParams, (typeof TUNABLE)[number]>>;
