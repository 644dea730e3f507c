import type { GlyphAtlas } from "../paint/atlas.ts";
import type { PaintedPage, Rgb } from "../paint/page.ts";
import type { PageShape } from "../paint/view.ts";

/** Frames as characters, from first to last, ready to be encoded. */
export type FrameSequence = {
  readonly size: PageShape;
  /** Number of frames, exact or expected. */
  readonly count: number;
  readonly seconds: number;
  readonly frames: () => AsyncIterable<SequenceFrame>;
  /** A few frames from the whole sequence, for encoders that need its colors in advance. */
  readonly glimpses: () => AsyncIterable<SequenceFrame>;
};

/** Maximum number of glimpses. */
export const GLIMPSES = 8;

/** One frame as characters. Its arrays are valid until the next frame is requested. */
export type SequenceFrame = {
  /** Seconds from the start. */
  readonly time: number;
  /** Seconds that it is shown. */
  readonly duration: number;
  readonly page: OpaquePage;
};

/** A frame's page, which always has a background. */
export type OpaquePage = PaintedPage & { readonly ground: Rgb };

/** An encoder's input. */
export type EncoderParts = {
  readonly sequence: FrameSequence;
  /** The video's title. */
  readonly name: string;
  readonly atlas: GlyphAtlas;
  /** Called after each frame with the number of frames and bytes so far. */
  readonly onProgress: (frame: number, bytes: number) => void;
};

/** Encodes a sequence to a file. */
export type SequenceEncoder = (parts: EncoderParts) => Promise<Blob>;
