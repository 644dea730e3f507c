import type { ParamName, ParsedParams, QualityEvidence } from "@lumiglyph/contract";
import type { Frame } from "../frame.ts";
import { ATLAS } from "../glyphs/atlas.ts";
import { percept } from "../math/srgb.ts";

/** Parameters that the Auto Director may tune (decision 1.15). */
const TUNABLE = [
  "contrast",
  "brightness",
  "gamma",
  "sharpen",
  "autoLevels",
  "structure",
  "denoise",
] as const satisfies readonly ParamName[];

/** Tone that a picture has to keep, cell by cell. */
const TONE_THRESHOLD = 0.95;

/**
 * The quality of a finished frame, measured on its cells. Tone alone is no target's rubric, so none is claimed to be met;
 * and nothing is tuned: one evaluation, the picture itself.
 */
export const qualityEvidence = (frame: Frame, { params, changed }: ParsedParams): QualityEvidence => {
  const value = toneKept(frame);
  return {
    target: params.qualityTarget,
    status: "best_effort",
    score: value,
    metric: "cell-tone-v0",
    font: ATLAS.id,
    components: [{ name: "tone", value, threshold: TONE_THRESHOLD, met: value >= TONE_THRESHOLD }],
    tuned: {},
    locked: TUNABLE.filter((name) => changed.includes(name)),
    evaluations: 1,
  };
};

/** 1 minus the root mean square difference of wanted and drawn light on the perceptual scale, over all cells. */
const toneKept = ({ wanted, cells, codebook }: Frame): number => {
  let sum = 0;
  for (let cell = 0; cell < cells.length; cell++) {
    const drawn = percept(codebook.tones[cells[cell]!]! * codebook.densest);
    const difference = drawn - percept(wanted[cell]! * codebook.densest);
    sum += difference * difference;
  }
  return Math.max(0, 1 - Math.sqrt(sum / cells.length));
};
