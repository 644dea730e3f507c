import type { QualityEvidence, RenderOptions } from "@lumiglyph/contract";
import { type LiveFrame, openStream, type Steps, type Stream, type StreamOptions } from "@lumiglyph/engine";
import type { FrameImage } from "./frame-intake.ts";
import type { FrameSize } from "./frame-pixels.ts";

/** Renders a feed's frames, smoothed or, for comparison, each on its own. */
export type FeedRenderer = {
  readonly draw: (frameImage: FrameImage, options: RenderOptions) => LiveFrame;
  readonly smooth: (isOn: boolean) => void;
  readonly isBare: () => boolean;
  /** Lets the Auto Director tune the last smoothed frame. */
  readonly tune: (options: RenderOptions) => Steps<QualityEvidence | null>;
  /** Resets the stream's state. */
  readonly restart: () => void;
  /** Display size of the frames. */
  readonly source: () => FrameSize;
};

/** The feed announces its size; frames may change it later, as when a camera is rotated. */
export const createFrameRenderer = (options: Omit<StreamOptions, "source">, feed: FrameSize): FeedRenderer => {
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
        // keep tuned values, so that smoothing is the only difference
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
