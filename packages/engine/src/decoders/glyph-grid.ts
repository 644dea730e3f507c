import type { Charset, GridSize } from "@lumiglyph/contract";
import { ATLAS, CHARSET_GLYPHS, DIRECTIONAL } from "../glyphs/atlas.ts";
import { UnreadableArt } from "./decoded-art.ts";

/** Converts rows of characters to indexes into the atlas. Rows that are too short are filled with blanks. */
export const glyphGrid = (lines: readonly string[], { columns, rows }: GridSize, charset: Charset): Uint8Array => {
  const places = PLACES[charset];
  const glyphs = new Uint8Array(columns * rows).fill(ATLAS.indexOf(" "));
  for (let row = 0; row < rows; row++) {
    const line = lines[row]!;
    for (let column = 0; column < line.length; column++) {
      const glyph = places.get(line.charCodeAt(column));
      if (glyph === undefined) throw new UnreadableArt(foreign(line, row, column, charset));
      glyphs[row * columns + column] = glyph;
    }
  }
  return glyphs;
};

/** Index into the atlas by character code, strokes included. Every glyph is one UTF-16 unit. */
const placesOf = (charset: Charset): ReadonlyMap<number, number> =>
  new Map([...readable(charset)].map((glyph) => [glyph.charCodeAt(0), ATLAS.indexOf(glyph)]));

/** The glyphs that art in a charset may contain: the charset's own, and for one-byte charsets the strokes along contours. */
export const readable = (charset: Charset): string =>
  CHARSET_GLYPHS[charset] + (charset === "blocks" || charset === "dots" ? "" : DIRECTIONAL.join(""));

const PLACES: Readonly<Record<Charset, ReadonlyMap<number, number>>> = {
  standard: placesOf("standard"),
  detailed: placesOf("detailed"),
  blocks: placesOf("blocks"),
  binary: placesOf("binary"),
  dots: placesOf("dots"),
  minimal: placesOf("minimal"),
};

const foreign = (line: string, row: number, column: number, charset: Charset): string => {
  const code = line.codePointAt(column)!.toString(16).toUpperCase().padStart(4, "0");
  return `Row ${row + 1}, column ${column + 1} holds U+${code}, which is no glyph of the charset ${charset}.`;
};
