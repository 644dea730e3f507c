import type { GridSize } from "@lumiglyph/contract";
import type { GlyphAtlas } from "../paint/atlas.ts";
import type { PaintedPage, Rgb } from "../paint/page.ts";

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

/** One frame of a film in characters. Its arrays hold until the next frame is asked for. */
export type SequenceFrame = {
  /** Seconds from the film's beginning. */
  readonly time: number;
  /** Seconds that it stands. */
  readonly duration: number;
  readonly page: OpaquePage;
};

/** What a frame shows: a film always has a ground. */
export type OpaquePage = PaintedPage & { readonly ground: Rgb };

/** What an encoder has to work with. */
export type EncoderParts = {
  readonly sequence: FrameSequence;
  /** What the film is called. */
  readonly name: string;
  readonly atlas: GlyphAtlas;
  /** Is told after each frame how many there were, and the bytes so far. */
  readonly onProgress: (frame: number, bytes: number) => void;
};

/** Makes a file of a reel. */
export type SequenceEncoder = (parts: EncoderParts) => Promise<Blob>;
