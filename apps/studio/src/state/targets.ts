import { PARAMS, type QualityTarget } from "@lumiglyph/contract";

/** Names of the quality targets for people. */
const LABELS: { readonly [Target in QualityTarget]: string } = {
  balanced: "Balanced",
  portrait: "Portrait",
  motion: "Motion",
  "low-light": "Low light",
  "round-trip": "Round trip",
};

/** The quality targets in the contract's order. */
export const TARGETS: readonly { readonly value: QualityTarget; readonly label: string }[] =
  PARAMS.qualityTarget.values.map((value) => ({ value, label: LABELS[value] }));
