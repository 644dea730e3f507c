import type { GlyphAtlas } from "../paint/atlas.ts";
import type { FrameSequence } from "./reel.ts";

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
