import type { GridSize, RenderParams } from "@lumiglyph/contract";
import type { StepName } from "@lumiglyph/engine";

/** Where the frames of a video or a camera come from. */
export type Feed = {
  /** Pixels of a frame as it is shown: upright, square. */
  readonly width: number;
  readonly height: number;
  /** The frames, where the browser hands them over by itself; null where the page pushes them one by one. */
  readonly frames: ReadableStream<VideoFrame> | null;
  /** Whether left and right are swapped, as in a mirror. */
  readonly isMirrored: boolean;
};

/** How a feed is going: told four times a second. */
export type FeedStats = {
  readonly size: GridSize;
  /** Frames that were shown a second, over the last one. */
  readonly fps: number;
  /** Frames since the feed began: drawn and shown, and left out because newer ones had come. */
  readonly shown: number;
  readonly dropped: number;
  /** Share of cells that change from frame to frame where the picture stands still, 0 to 1: over the last second. */
  readonly flicker: number;
  /** The same without smoothing, where that was last looked at; null where it never was. */
  readonly bareFlicker: number | null;
  /** Milliseconds of a frame's steps, means of the last second. */
  readonly ms: Readonly<Partial<Record<StepName | "copy" | "paint" | "whole", number>>>;
};

/** One frame in characters, for whoever keeps it or sends it on. */
export type CellFrame = {
  /** Seconds: a video's own time, of a camera since it began. */
  readonly time: number;
  readonly size: GridSize;
  readonly params: RenderParams;
  /** The glyphs that `cells` point at, at most 256. */
  readonly codebook: string;
  readonly cells: Uint8Array<ArrayBuffer>;
  /** The colors that glyphs are drawn in, sRGB, three bytes a cell; null where all have the ink of `params`. */
  readonly inks: Uint8Array<ArrayBuffer> | null;
};
