import type { QualityEvidence, RenderParams } from "@lumiglyph/contract";
import { ATLAS } from "@lumiglyph/engine";

/** What is said of a frame's quality before anyone has measured it: nothing. */
export const unmeasured = ({ qualityTarget }: RenderParams): QualityEvidence => ({
  target: qualityTarget,
  status: "best_effort",
  score: 0,
  metric: "none",
  font: ATLAS.id,
  components: [],
  tuned: {},
  locked: [],
  evaluations: 0,
  advice: null,
});
