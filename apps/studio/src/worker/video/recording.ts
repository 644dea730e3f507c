import type { PageStyle } from "@lumiglyph/engine/paint/page";
import type { PageShape } from "@lumiglyph/engine/paint/view";
import { applyDelta, blankCells, colorOf, type OwnColors, type PackedCells } from "./cell-deltas.ts";
import { type FrameSequence, GLIMPSES, type OpaquePage, type SequenceFrame, type TimeRange } from "./frame-sequence.ts";

/** Opens a recording as a sequence. */
export const openRecording = (recording: Recording): FrameSequence => {
  const { size, frames, seconds, deltas } = recording;
  async function* play(range?: TimeRange, most = frames.length): AsyncGenerator<SequenceFrame> {
    yield* readFrames(recording, await deltas.arrayBuffer(), range, most);
  }
  return {
    size,
    count: frames.length,
    seconds,
    frames: (range) => play(range),
    glimpses: (range) => play(range, GLIMPSES),
  };
};

/** The frames of a recording that are shown within a range, or `most` of them in even steps, given its deltas. */
export function* readFrames(
  { size, frames, seconds }: Recording,
  deltas: ArrayBuffer,
  { from, to }: TimeRange = { from: 0, to: seconds },
  most = frames.length,
): Generator<SequenceFrame> {
  const endOf = (i: number): number => frames[i + 1]?.time ?? seconds;
  const first = frames.findIndex((_, i) => endOf(i) > from);
  const count = frames.filter(({ time }, i) => time < to && endOf(i) > from).length;
  const step = Math.ceil(count / most);
  const bytes = new Uint8Array(deltas);
  const cells = blankCells(size.columns * size.rows);
  for (let i = 0, start = 0; i < frames.length; i++) {
    const { time, style, end } = frames[i]!;
    if (time >= to) return;
    applyDelta(bytes.subarray(start, end), cells, style, colorOf(style.ink));
    start = end;
    if (i < first || (i - first) % step !== 0) continue;
    yield { time, duration: endOf(i) - time, page: { ...size, ...shown(cells, style) } };
  }
}

/** Converts packed cells for painters. */
const shown = (
  { glyphs, grounds }: PackedCells,
  { isColored, isFilled, ...style }: FrameStyle,
): Omit<OpaquePage, "columns" | "rows"> => ({
  ...style,
  glyphs: Uint8Array.from(glyphs, (cell) => cell >>> 24),
  colors: isColored ? bytesOf(glyphs) : null,
  grounds: isFilled ? bytesOf(grounds) : null,
});

const bytesOf = (colors: Uint32Array): Uint8Array => {
  const bytes = new Uint8Array(3 * colors.length);
  for (let i = 0; i < colors.length; i++) {
    bytes[3 * i] = colors[i]! & 255;
    bytes[3 * i + 1] = (colors[i]! >> 8) & 255;
    bytes[3 * i + 2] = (colors[i]! >> 16) & 255;
  }
  return bytes;
};

/** Recorded frames with their times: only the cells that differ from the previous frame. */
export type Recording = {
  readonly size: PageShape;
  readonly frames: readonly RecordedFrame[];
  /** Seconds, including the last frame's duration. */
  readonly seconds: number;
  /** The output of `writeDelta` for all frames, concatenated. A Blob, because posting it copies nothing. */
  readonly deltas: Blob;
  /** Why it ended. */
  readonly end: RecordingEnd;
};

export type RecordedFrame = {
  /** Seconds since the first frame. */
  readonly time: number;
  readonly style: FrameStyle;
  /** Where its delta ends in `deltas`. */
  readonly end: number;
};

/**
 * A frame's background, ink, mosaic and font, and its cells' kinds of colors. Equal frames share
 * one.
 */
export type FrameStyle = PageStyle & OwnColors;

/** The style of a page. */
export const styleOf = ({ ground, ink, mosaic, font, cellAspect, glow, colors, grounds }: OpaquePage): FrameStyle => ({
  ground,
  ink,
  mosaic,
  font,
  cellAspect,
  glow,
  isColored: colors !== null,
  isFilled: grounds !== null,
});

/** Stopped by the user, too large, too long, or the grid changed. */
export type RecordingEnd = "stopped" | "full" | "long" | "regridded";
