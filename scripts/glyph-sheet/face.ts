import { readFileSync } from "node:fs";
import { type Contour, contoursOf } from "./contours.ts";
import { type Tables, tablesOf } from "./sfnt.ts";

/** A monospaced font, as its glyphs stand in a cell that is as wide as their advance and twice as high. */
export type Face = {
  /** Width of the cell in font units. */
  readonly advance: number;
  /** A character's contours in font units, from the cell's top left corner, y down. */
  readonly contours: (character: string) => readonly Contour[];
};

/** Reads a face from its file. Lines are centered in the cell: CSS half-leading, as the calibration has it. */
export const readFace = (path: string): Face => {
  const tables = tablesOf(readFileSync(path));
  const glyphOf = glyphsByCode(tables);
  const advance = tables("hmtx").getUint16(0);
  const [ascent, descent] = [tables("hhea").getInt16(4), -tables("hhea").getInt16(6)];
  const baseline = (2 * advance - ascent - descent) / 2 + ascent;
  const contours = (character: string): readonly Contour[] => {
    const glyph = glyphOf(character.codePointAt(0)!);
    if (advanceOf(tables, glyph) !== advance) throw new RangeError(`${character} is not as wide as the others.`);
    return contoursOf(tables, glyph).map((contour) => contour.map(({ x, y, on }) => ({ x, y: baseline - y, on })));
  };
  return { advance, contours };
};

/** Glyphs past the last measured one are as wide as that one. */
const advanceOf = (tables: Tables, glyph: number): number =>
  tables("hmtx").getUint16(4 * Math.min(glyph, tables("hhea").getUint16(34) - 1));

/** The `cmap` of the Basic Multilingual Plane: segments of codes, format 4. */
const glyphsByCode = (tables: Tables): ((code: number) => number) => {
  const cmap = tables("cmap");
  const starts = Array.from({ length: cmap.getUint16(2) }, (_, i) => cmap.getUint32(4 + 8 * i + 4));
  const start = starts.find((at) => cmap.getUint16(at) === 4);
  if (start === undefined) throw new RangeError("The font has no map of format 4.");
  const segments = cmap.getUint16(start + 6) / 2;
  return (code) => {
    for (let i = 0, at = start + 14; i < segments; i++, at += 2) {
      if (code > cmap.getUint16(at)) continue;
      const first = at + 2 * segments + 2;
      const rangeAt = first + 4 * segments;
      const [from, delta, range] = [
        cmap.getUint16(first),
        cmap.getUint16(first + 2 * segments),
        cmap.getUint16(rangeAt),
      ];
      const glyph = code < from ? 0 : range === 0 ? code : cmap.getUint16(rangeAt + range + 2 * (code - from));
      if (glyph !== 0) return (glyph + delta) & 0xffff;
      break;
    }
    throw new RangeError(`The font has no U+${code.toString(16)}.`);
  };
};
