import type { GridSize, RenderParams } from "@lumiglyph/contract";
import type { StepName } from "@lumiglyph/engine";

/** A source of video frames, which the page pushes one by one. */
export type Feed = {
  /** Display size of a frame: upright, square pixels. */
  readonly width: number;
  readonly height: number;
  /** Whether frames are mirrored horizontally. */
  readonly isMirrored: boolean;
};

/** A feed's statistics, sent four times a second. */
export type FeedStats = {
  readonly size: GridSize;
  /** Frames shown in the last second. */
  readonly fps: number;
  /** Frames since the feed began: shown, and dropped in favor of newer ones. */
  readonly shown: number;
  readonly dropped: number;
  /** Share of cells that change between frames although the picture does not, 0 to 1, over the last second. */
  readonly flicker: number;
  /** The same without smoothing, when last compared; null if never. */
  readonly bareFlicker: number | null;
  /** Mean milliseconds of a frame's steps over the last second. */
  readonly ms: Readonly<Partial<Record<StepName | "copy" | "paint" | "whole", number>>>;
};

/** One frame as characters, for recording or handoff. */
export type CellFrame = {
  /** Seconds: a video's own time, or since the camera started. */
  readonly time: number;
  readonly size: GridSize;
  readonly params: RenderParams;
  /** The glyphs that `cells` index, at most 256. */
  readonly codebook: string;
  readonly cells: Uint8Array<ArrayBuffer>;
  /** Glyph colors, sRGB, three bytes per cell; null if all have the ink of `params`. */
  readonly inks: Uint8Array<ArrayBuffer> | null;
  /** Colors of the backgrounds, likewise; null if all cells are on the page's. */
  readonly grounds: Uint8Array<ArrayBuffer> | null;
};
