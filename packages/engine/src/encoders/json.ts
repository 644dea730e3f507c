import { type Art, VERSION } from "@lumiglyph/contract";
import { type Drawing, type Encoder, hexColor } from "./encoder.ts";
/** The whole drawing as one JSON document (answers 2.4), with all evidence at full precision. */
export const json: Encoder = (drawing) => `${JSON.stringify(artOf(drawing))}\n`;

const artOf = (drawing: Drawing): Art => ({
  version: VERSION,
  format: "json",
  columns: drawing.size.columns,
  rows: drawing.size.rows,
  lines: drawing.lines,
  colors: colorsOf(drawing),
  monoColor: drawing.params.monoColor,
  glyphs: drawing.glyphs,
  quality: drawing.quality,
  params: drawing.params,
  source: drawing.source,
});

const colorsOf = ({ colors, size }: Drawing): string[][] | null =>
  colors === null
    ? null
    : Array.from({ length: size.rows }, (_, row) =>
        Array.from({ length: size.columns }, (_, column) => {
          const at = (row * size.columns + column) * 3;
          return hexColor(colors[at]!, colors[at + 1]!, colors[at + 2]!);
        }),
      );
