import type { QualityEvidence, RenderOptions } from "@lumiglyph/contract";
import type { LiveFrame, Print, Steps } from "@lumiglyph/engine";
import type { OpenImage } from "../open-negative.ts";
import { type LiveResultParts, liveResult } from "./live-print.ts";
import { unmeasured } from "./unmeasured.ts";

export type LiveImageParts = Omit<LiveResultParts, "quality"> & {
  /** What is known of the frame's quality. */
  readonly quality: QualityEvidence | null;
  /** Finds out what is not yet known of it. */
  readonly measure: () => Steps<QualityEvidence | null>;
};

/** The frame that is shown, as a picture that can be asked about. Whatever the parameters, its print is what is seen. */
export const liveImage = ({ quality, measure, ...parts }: LiveImageParts): OpenImage => {
  const frame = kept(parts.frame);
  const raster = { ...parts.raster, data: parts.raster.data.slice() };
  const render = function* (_options: RenderOptions): Steps<Print> {
    const measured = quality ?? (yield* measure()) ?? unmeasured(frame.params);
    return liveResult({ ...parts, frame, raster, quality: measured });
  };
  return { raster, sketch: render, render, isKept: () => true };
};

/** A copy that stays when the feed goes on. */
const kept = (frame: LiveFrame): LiveFrame => {
  const tones = frame.tones();
  return {
    ...frame,
    cells: frame.cells.slice(),
    glyphs: frame.glyphs.slice(),
    inks: frame.inks?.slice() ?? null,
    tones: () => tones,
  };
};
