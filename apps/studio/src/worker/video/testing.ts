import { DEFAULT_PARAMS, type RenderParams } from "@lumiglyph/contract";
import { atlasGlyphs, glyphsOf, pageStyle } from "@lumiglyph/engine/paint/page";
import type { CellFrame } from "../live-feed.ts";
import type { EncoderParts, FrameSequence, SequenceFrame } from "./frame-sequence.ts";

/**
 * A frame from lines of text, as the worker delivers it. Colors depend on the cell, or are all ink; with `fill`,
 * backgrounds have the next cell's. For tests.
 */
export const cellFrame = (
  time: number,
  lines: readonly string[],
  changed: Partial<RenderParams> = {},
  colorAt: (cell: number) => readonly [number, number, number] = (cell) => [cell & 255, 100, 200],
): CellFrame => {
  const params = { ...DEFAULT_PARAMS, ...changed };
  const characters = [...lines.join("")];
  const codebook = [...new Set(characters)];
  return {
    time,
    size: { columns: [...lines[0]!].length, rows: lines.length },
    params,
    codebook: codebook.join(""),
    cells: Uint8Array.from(characters, (character) => codebook.indexOf(character)),
    inks: params.color ? Uint8Array.from(characters.flatMap((_, cell) => colorAt(cell))) : null,
    grounds: params.fill > 0 ? Uint8Array.from(characters.flatMap((_, cell) => colorAt(cell + 1))) : null,
  };
};

/** The same as part of a sequence. */
export const sequenceFrame = (frame: CellFrame, duration: number): SequenceFrame => ({
  time: frame.time,
  duration,
  page: {
    ...frame.size,
    ...pageStyle(frame.params),
    glyphs: atlasGlyphs(frame.cells, frame.codebook, pageStyle(frame.params).mosaic),
    colors: frame.inks,
    grounds: frame.grounds,
  },
});

/** A sequence of given frames. */
export const sequenceOf = (frames: readonly CellFrame[], seconds: number): FrameSequence => {
  const [{ size: grid, params }] = frames as [CellFrame];
  const size = { ...grid, cellAspect: params.cellAspect };
  async function* play({ from, to } = { from: 0, to: seconds }): AsyncGenerator<SequenceFrame> {
    for (const [i, frame] of frames.entries()) {
      const end = frames[i + 1]?.time ?? seconds;
      if (frame.time < to && end > from) yield sequenceFrame(frame, end - frame.time);
    }
  }
  return { size, count: frames.length, seconds, frames: play, glimpses: play };
};

/** Inputs of a text encoder. */
export const encoderParts = (frames: readonly CellFrame[], seconds: number, name: string): EncoderParts => ({
  sequence: sequenceOf(frames, seconds),
  size: { cell: { width: 8, height: 16 }, width: 8, height: 16 },
  bits: 0.2,
  name,
  atlas: () => null as never,
  onProgress: () => {},
});

/** All frames of a sequence, with copies of their arrays. */
export const played = async (frames: AsyncIterable<SequenceFrame>): Promise<SequenceFrame[]> => {
  const all: SequenceFrame[] = [];
  for await (const frame of frames) all.push(structuredClone(frame));
  return all;
};

/** The lines of a frame. */
export const linesOf = ({ page: { columns, rows, glyphs, mosaic } }: SequenceFrame): string[] =>
  Array.from({ length: rows }, (_, row) =>
    Array.from(glyphs.subarray(row * columns, (row + 1) * columns), (glyph) => glyphsOf(mosaic)[glyph]).join(""),
  );
