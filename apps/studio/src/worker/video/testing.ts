import { DEFAULT_PARAMS, type GridSize, type RenderParams } from "@lumiglyph/contract";
import { ATLAS } from "@lumiglyph/engine";
import { pageStyle } from "../paint/page.ts";
import type { CellFrame } from "../render-worker.ts";
import type { FrameSequence, SequenceFrame } from "./frame-sequence.ts";

/** A frame from lines of text, as the worker delivers it. Colors depend on the cell, or are all ink. For tests. */
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
  };
};

/** The same as part of a sequence. */
export const sequenceFrame = (frame: CellFrame, duration: number): SequenceFrame => ({
  time: frame.time,
  duration,
  page: {
    ...frame.size,
    ...pageStyle(frame.params),
    glyphs: frame.cells.map((place) => ATLAS.indexOf(frame.codebook[place]!)),
    colors: frame.inks,
    grounds: null,
  },
});

/** A sequence of given frames. */
export const sequenceOf = (frames: readonly CellFrame[], seconds: number): FrameSequence => {
  const size: GridSize = frames[0]!.size;
  async function* play(): AsyncGenerator<SequenceFrame> {
    for (const [i, frame] of frames.entries())
      yield sequenceFrame(frame, (frames[i + 1]?.time ?? seconds) - frame.time);
  }
  return { size, count: frames.length, seconds, frames: play, glimpses: play };
};

/** The lines of a frame. */
export const linesOf = ({ page: { columns, rows, glyphs } }: SequenceFrame): string[] =>
  Array.from({ length: rows }, (_, row) =>
    Array.from(glyphs.subarray(row * columns, (row + 1) * columns), (glyph) => ATLAS.glyphs[glyph]).join(""),
  );
