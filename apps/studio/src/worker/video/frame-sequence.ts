import type { GlyphAtlas } from "@lumiglyph/engine/paint/atlas";
import type { PaintedPage, Rgb } from "@lumiglyph/engine/paint/page";
import type { PageShape } from "@lumiglyph/engine/paint/view";
import type { VideoSize } from "./video-size.ts";

/** Frames as characters, from first to last, ready to be encoded. */
export type FrameSequence = {
  readonly size: PageShape;
  /** Number of frames, exact or expected. */
  readonly count: number;
  readonly seconds: number;
  /** All frames, or those shown within a range. */
  readonly frames: (range?: TimeRange) => AsyncIterable<SequenceFrame>;
  /**
   * A few frames from the whole sequence or the range, for encoders that need its colors in
   * advance.
   */
  readonly glimpses: (range?: TimeRange) => AsyncIterable<SequenceFrame>;
};

/** Seconds from the start of a sequence. */
export type TimeRange = { readonly from: number; readonly to: number };

/** A part of a sequence, which starts at 0 again. */
export const excerpt = (sequence: FrameSequence, { from, to }: TimeRange): FrameSequence => {
  const end = Math.min(to, sequence.seconds);
  const seconds = end - from;
  async function* shifted(frames: AsyncIterable<SequenceFrame>): AsyncGenerator<SequenceFrame> {
    for await (const { time, duration, page } of frames) {
      const start = Math.max(from, time);
      yield { time: start - from, duration: Math.min(end, time + duration) - start, page };
    }
  }
  const within = (range: TimeRange = { from: 0, to: seconds }): TimeRange => ({
    from: range.from + from,
    to: Math.min(end, range.to + from),
  });
  return {
    size: sequence.size,
    count: Math.max(1, Math.round((sequence.count * seconds) / sequence.seconds)),
    seconds,
    frames: (range) => shifted(sequence.frames(within(range))),
    glimpses: (range) => shifted(sequence.glimpses(within(range))),
  };
};

/** A sequence with at most this many frames a second. */
export const atRate = (sequence: FrameSequence, fps: number): FrameSequence => {
  async function* fewer(frames: AsyncIterable<SequenceFrame>): AsyncGenerator<SequenceFrame> {
    let last = -1;
    for await (const frame of frames) {
      const slot = Math.floor(frame.time * fps + 1e-6);
      if (slot === last) continue;
      last = slot;
      const end = Math.min(sequence.seconds, Math.max((slot + 1) / fps, frame.time + frame.duration));
      yield { ...frame, duration: end - frame.time };
    }
  }
  return {
    ...sequence,
    count: Math.min(sequence.count, Math.ceil(sequence.seconds * fps)),
    frames: (range) => fewer(sequence.frames(range)),
  };
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
  /** The size of frames that are painted. */
  readonly size: VideoSize;
  /** Bits per pixel, for encoders that have a bitrate. */
  readonly bits: number;
  /** The video's title. */
  readonly name: string;
  readonly atlas: GlyphAtlas;
  /** Called after each frame with the number of frames and bytes so far. */
  readonly onProgress: (frame: number, bytes: number) => void;
};

/** Encodes a sequence to a file. */
export type SequenceEncoder = (parts: EncoderParts) => Promise<Blob>;
