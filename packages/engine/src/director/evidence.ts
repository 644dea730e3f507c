import { ALWAYS_TUNABLE, type LeftOut, type QualityEvidence, type RenderParams, TUNABLE } from "@lumiglyph/contract";
import type { Candidate } from "./evaluate.ts";

/** Name and version of the metric; thresholds, weights and formulas are part of it. */
export const METRIC = "seen-fidelity-v2";

/** The evidence for the chosen candidate; the target is met only if every component reaches its threshold. */
export const qualityEvidence = (
  chosen: Candidate,
  asked: RenderParams,
  search: {
    readonly locked: readonly (typeof TUNABLE)[number][];
    /** Candidates that were rendered and measured. */
    readonly evaluations: number;
    /** What the work limit left out; null if nothing. */
    readonly leftOut: LeftOut | null;
    readonly advice: string | null;
  },
): QualityEvidence => ({
  target: asked.qualityTarget,
  status: chosen.components.every(({ met }) => met) ? "target_met" : "best_effort",
  score: chosen.score,
  metric: METRIC,
  font: chosen.state.codebook.atlas.id,
  components: chosen.components,
  tuned: Object.fromEntries(
    TUNABLE.filter((name) => chosen.params[name] !== asked[name]).map((name) => [
      name,
      { from: asked[name], to: chosen.params[name] },
    ]),
  ),
  locked: [...search.locked],
  evaluations: search.evaluations,
  ...(search.leftOut && { leftOut: search.leftOut }),
  advice: search.advice,
});

/** Parameters that the Auto Director may tune in a render. */
export const tunableIn = (params: RenderParams): readonly (typeof TUNABLE)[number][] =>
  params.color ? TUNABLE : ALWAYS_TUNABLE;

/** Values for some of these parameters. */
export type Tuning = Partial<Pick<RenderParams, (typeof TUNABLE)[number]>>;
