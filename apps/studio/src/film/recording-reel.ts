import { applyDelta } from "./delta.ts";
import type { OpaquePage, SequenceFrame } from "./film-frame.ts";
import { blankCells, colorOf, type PackedCells } from "./packed-cells.ts";
import type { FrameStyle, Recording } from "./recording.ts";
import { type FrameSequence, GLIMPSES } from "./reel.ts";

/** A recording as a reel. */
export const openRecording = (recording: Recording): FrameSequence => {
  const { size, frames, seconds, deltas } = recording;
  const every = Math.ceil(frames.length / GLIMPSES);
  async function* play(step = 1): AsyncGenerator<SequenceFrame> {
    const bytes = new Uint8Array(await deltas.arrayBuffer());
    const cells = blankCells(size.columns * size.rows);
    for (let i = 0, start = 0; i < frames.length; i++) {
      const { time, style, end } = frames[i]!;
      applyDelta(bytes.subarray(start, end), cells, style.isColored ? null : colorOf(style.ink));
      start = end;
      const duration = (frames[i + 1]?.time ?? seconds) - time;
      if (i % step === 0) yield { time, duration, page: { ...size, ...shown(cells, style) } };
    }
  }
  return { size, count: frames.length, seconds, frames: () => play(), glimpses: () => play(every) };
};

/** Packed cells as painters take them. */
const shown = (cells: PackedCells, { ground, ink, isColored }: FrameStyle): Omit<OpaquePage, "columns" | "rows"> => ({
  ground,
  ink,
  glyphs: Uint8Array.from(cells, (cell) => cell >>> 24),
  colors: isColored ? colorsOf(cells) : null,
});

const colorsOf = (cells: PackedCells): Uint8Array => {
  const bytes = new Uint8Array(3 * cells.length);
  for (let i = 0; i < cells.length; i++) {
    bytes[3 * i] = cells[i]! & 255;
    bytes[3 * i + 1] = (cells[i]! >> 8) & 255;
    bytes[3 * i + 2] = (cells[i]! >> 16) & 255;
  }
  return bytes;
};
