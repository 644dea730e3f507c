import type { QualityEvidence, RenderOptions } from "@lumiglyph/contract";
import type { LiveFrame, RenderResult, Steps } from "@lumiglyph/engine";
import type { OpenNegative } from "../open-negative.ts";
import { type LivePrintParts, livePrint } from "./live-print.ts";
import { unmeasured } from "./unmeasured.ts";

export type LiveNegativeParts = Omit<LivePrintParts, "quality"> & {
  /** What is known of the frame's quality. */
  readonly quality: QualityEvidence | null;
  /** Finds out what is not yet known of it. */
  readonly measure: () => Steps<QualityEvidence | null>;
};

/** The frame that is shown, as a picture that can be asked about. Whatever the parameters, its print is what is seen. */
export const liveNegative = ({ quality, measure, ...parts }: LiveNegativeParts): OpenNegative => {
  const frame = kept(parts.frame);
  const raster = { ...parts.raster, data: parts.raster.data.slice() };
  const develop = function* (_options: RenderOptions): Steps<RenderResult> {
    const measured = quality ?? (yield* measure()) ?? unmeasured(frame.params);
    return livePrint({ ...parts, frame, raster, quality: measured });
  };
  return { raster, sketch: develop, develop, isKept: () => true };
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
