import { type Charset, type GridSize, type MosaicCharset, mosaicOf } from "@lumiglyph/contract";
import { atlasFor, CHARSET_GLYPHS, DIRECTIONAL, isOneByte } from "../glyphs/atlas.ts";
import { colorGlyphs, MOSAICS } from "../glyphs/mosaics.ts";
import { UnreadableArt } from "./decoded-art.ts";

/**
 * Converts rows of characters to indexes into the atlas or, for a mosaic in color, into `glyphsInColor`. Rows that are too
 * short are filled with blanks, the first of each.
 */
export const glyphGrid = (
  lines: readonly string[],
  { columns, rows }: GridSize,
  charset: Charset,
  inColor = false,
): Uint16Array => {
  const mosaic = inColor ? mosaicOf(charset) : null;
  const places = mosaic === null ? placesOf(charset) : new Map(glyphsInColor(mosaic).map((glyph, i) => [glyph, i]));
  const glyphs = new Uint16Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    let column = 0;
    for (const character of lines[row]!) {
      const glyph = places.get(character);
      if (glyph === undefined) throw new UnreadableArt(foreign(character, row, column, charset));
      glyphs[row * columns + column++] = glyph;
    }
  }
  return glyphs;
};

/** Characters in a row; octants and most sextants are two UTF-16 units each. */
export const lengthOf = (line: string): number => {
  let length = line.length;
  for (let i = 0; i < line.length; i++) if ((line.charCodeAt(i) & 0xfc00) === 0xdc00) length--;
  return length;
};

/** Index into the charset's atlas by character, strokes included. */
const placesOf = (charset: Charset): ReadonlyMap<string, number> =>
  new Map([...readable(charset)].map((glyph) => [glyph, atlasFor(charset).indexOf(glyph)]));

/** The glyphs that a mosaic's page in color may contain: all patterns, as earlier versions drew them, then other shapes. */
export const glyphsInColor = (charset: MosaicCharset): readonly string[] => [
  ...new Set([...MOSAICS[charset].glyphs, ...colorGlyphs(charset, true)]),
];

/** The glyphs that art in a charset may contain: the charset's own, and for one-byte charsets the strokes along contours. */
export const readable = (charset: Charset): string =>
  CHARSET_GLYPHS[charset] + (isOneByte(charset) ? DIRECTIONAL.join("") : "");

const foreign = (character: string, row: number, column: number, charset: Charset): string => {
  const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
  return `Row ${row + 1}, column ${column + 1} holds U+${code}, which is not a glyph of the charset ${charset}.`;
};
