import type { GridSize } from "@lumiglyph/contract";
import type { SequenceFrame } from "./film-frame.ts";

/** A film before it is developed into a file: frames in characters that can be had from the first to the last. */
export type FrameSequence = {
  readonly size: GridSize;
  /** Frames that it has, or that it is expected to have. */
  readonly count: number;
  readonly seconds: number;
  readonly frames: () => AsyncIterable<SequenceFrame>;
  /** A few frames from all over it, for whoever has to know its colors before the first one. */
  readonly glimpses: () => AsyncIterable<SequenceFrame>;
};

/** Frames that glimpses are at most. */
export const GLIMPSES = 8;
