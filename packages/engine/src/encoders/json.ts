import { type Art, type GridSize, statedParams, VERSION } from "@lumiglyph/contract";
import { statedFont } from "../glyphs/fonts.ts";
import type { RenderResult } from "../picture.ts";
import { type Encoder, hexColor } from "./encoder.ts";

/** The whole result as one JSON document (answers 2.4), with all evidence at full precision. */
export const json: Encoder = (result, colors) => `${JSON.stringify(artOf(result, colors))}\n`;

const artOf = (result: RenderResult, colors: Uint8Array | null): Art => ({
  version: VERSION,
  format: "json",
  columns: result.size.columns,
  rows: result.size.rows,
  lines: result.lines(),
  colors: colors && hexColors(colors, result.size),
  ...(result.grounds !== null && colors !== null && { grounds: hexColors(result.grounds, result.size) }),
  monoColor: result.params.monoColor,
  glyphs: result.glyphs,
  quality: result.quality,
  params: statedParams({ ...result.params, format: "json", font: statedFont(result.params.font) }),
  source: result.source,
});

const hexColors = (colors: Uint8Array, { columns, rows }: GridSize): string[][] =>
  Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => {
      const at = (row * columns + column) * 3;
      return hexColor(colors[at]!, colors[at + 1]!, colors[at + 2]!);
    }),
  );
