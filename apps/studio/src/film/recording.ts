import type { GridSize } from "@lumiglyph/contract";
import type { Rgb } from "../paint/page.ts";

/** Frames in characters with their times, as they were shown: of each only the cells that differ from the one before. */
export type Recording = {
  readonly size: GridSize;
  readonly frames: readonly RecordedFrame[];
  /** Seconds, the last frame's own included. */
  readonly seconds: number;
  /** What `writeDelta` has written for each frame, one behind the other. A blob: no copy is made where it is posted. */
  readonly deltas: Blob;
  /** Why it has come to its end. */
  readonly end: RecordingEnd;
};

export type RecordedFrame = {
  /** Seconds since the first frame. */
  readonly time: number;
  readonly style: FrameStyle;
  /** Where its delta ends in `deltas`. */
  readonly end: number;
};

/** What a frame's cells lie on and are drawn in. Frames alike share one. */
export type FrameStyle = {
  readonly ground: Rgb;
  readonly ink: Rgb;
  /** Whether cells have colors of their own. */
  readonly isColored: boolean;
};

/** Someone has stopped it, it has become too large or too long, or frames of another grid have come. */
export type RecordingEnd = "stopped" | "full" | "long" | "regridded";
