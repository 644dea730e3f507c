import type { ParsedParams, QualityEvidence } from "@lumiglyph/contract";
import { ATLAS } from "../glyphs/atlas.ts";
import type { Directed } from "./direct.ts";
import { TUNABLE } from "./tunable.ts";

/** Names the measure and its version: thresholds, weights and formulas belong to it. */
export const METRIC = "seen-fidelity-v1";

/** What is said about a page's quality: the target is met only where every component holds its threshold. */
export const qualityEvidence = (
  { take, locked, evaluations, advice }: Directed,
  { params }: ParsedParams,
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
