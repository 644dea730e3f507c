import type { QualityEvidence, RenderOptions } from "@lumiglyph/contract";
import { type LiveFrame, openStream, type Steps, type Stream, type StreamOptions } from "@lumiglyph/engine";
import type { FrameImage } from "./frame-intake.ts";
import type { FrameSize } from "./frame-pixels.ts";

/** Draws the frames of a feed: smoothed, or each by itself to compare. */
export type FrameRenderer = {
  readonly draw: (frameImage: FrameImage, options: RenderOptions) => LiveFrame;
  readonly smooth: (isOn: boolean) => void;
  readonly isBare: () => boolean;
  /** Lets the Auto Director work on the smoothed frame that was drawn last. */
  readonly tune: (options: RenderOptions) => Steps<QualityEvidence | null>;
  /** Forgets all frames. */
  readonly restart: () => void;
  /** The size of the frames as they are shown. */
  readonly source: () => FrameSize;
};

/** The feed says how large its frames are; those that change their size later, as a turned camera's do, say it themselves. */
export const createFrameRenderer = (options: Omit<StreamOptions, "source">, feed: FrameSize): FrameRenderer => {
  let source: FrameSize = { width: feed.width, height: feed.height };
  let usual: FrameSize | null = null;
  let steady = openStream({ ...options, source });
  let bare: Stream | null = null;
  let drawn: { readonly options: RenderOptions; readonly frame: LiveFrame } | null = null;

  const openBare = (): Stream => openStream({ ...options, source, smoothing: false });
  const fit = (size: FrameSize): void => {
    if (usual !== null && (usual.width !== size.width || usual.height !== size.height)) {
      source = size;
      steady = openStream({ ...options, source });
      bare &&= openBare();
    }
    usual = size;
  };
  return {
    draw: ({ raster, size }, options) => {
      fit(size);
      if (bare !== null) {
        // smoothing alone is to make the difference, so what was tuned stays tuned
        const tuned = drawn?.options === options ? drawn.frame.params : options;
        return bare.next(raster, tuned);
      }
      const frame = steady.next(raster, options);
      drawn = { options, frame };
      return frame;
    },
    smooth: (isOn) => {
      bare = isOn ? null : (bare ?? openBare());
    },
    isBare: () => bare !== null,
    tune: (options) => steady.tune(options),
    restart: () => {
      steady.restart();
      bare?.restart();
    },
    source: () => source,
  };
};
