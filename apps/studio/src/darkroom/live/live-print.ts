import type { FormatId, QualityEvidence } from "@lumiglyph/contract";
import {
  finish,
  type Kernels,
  type LiveFrame,
  openPicture,
  type Raster,
  type RenderResult,
  type SourceInfo,
} from "@lumiglyph/engine";
import { quickly } from "../quickly.ts";
import { sheetOf } from "../sheet.ts";

export type LivePrintParts = {
  readonly frame: LiveFrame;
  readonly quality: QualityEvidence;
  /** What the frame was drawn from. */
  readonly raster: Raster;
  readonly source: SourceInfo;
  readonly kernels: Kernels;
};

/** A frame of a feed as if it were a picture's print, for as long as it is the one that is shown. */
export const livePrint = ({ frame, quality, raster, source, kernels }: LivePrintParts): RenderResult => {
  const { size, params, characters, cells, levels } = frame;
  const glyphs = frame.evidence();
  const lines = (): readonly string[] => linesOf(frame);
  const colors = (format: FormatId): Uint8Array | null => {
    const isColored = (params.color && format !== "text") || format === "json-compact";
    if (!isColored) return null;
    return frame.inks ?? finish(openPicture(raster, { source, kernels }).render(quickly(params))).inks();
  };
  const inks = (): Uint8Array<ArrayBuffer> =>
    frame.inks === null ? filled(size.columns * size.rows, sheetOf(params).ink) : Uint8Array.from(frame.inks);
  return { size, params, glyphs, quality, characters, cells, lines, inks, tones: frame.tones, levels, source, colors };
};

/** Every glyph is one UTF-16 unit. */
const linesOf = ({ size, characters, cells }: LiveFrame): readonly string[] => {
  const codes = Uint16Array.from(characters, (glyph) => glyph.charCodeAt(0));
  const line = new Uint16Array(size.columns);
  return Array.from({ length: size.rows }, (_, row) => {
    for (let column = 0; column < line.length; column++) line[column] = codes[cells[row * line.length + column]!]!;
    return String.fromCharCode(...line);
  });
};

/** One color, three bytes a cell. */
const filled = (cells: number, color: readonly number[]): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(3 * cells);
  for (let i = 0; i < bytes.length; i++) bytes[i] = color[i % 3]!;
  return bytes;
};
