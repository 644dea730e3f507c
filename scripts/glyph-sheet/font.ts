import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";

/** A monospaced font whose cell is as wide as its advance and twice as high. */
export type Face = {
  /** Width of the cell in font units. */
  readonly advance: number;
  /** A character's contours in font units, from the cell's top left corner, y down. */
  readonly contours: (character: string) => readonly Contour[];
};

/** Reads a face from a WOFF file. Lines are centered in the cell: CSS half-leading, as in the calibration. */
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

/** Glyphs past the last entry of `hmtx` share its width. */
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

/** A point of a contour in font units, y up: on the curve, or the control point of a quadratic Bézier curve. */
export type Point = { readonly x: number; readonly y: number; readonly on: boolean };

/** A closed line around ink, or around a hole in it. */
export type Contour = readonly Point[];

/** The contours of a glyph as stored in the `glyf` table: points between two controls are implied. */
const contoursOf = (tables: Tables, glyph: number): readonly Contour[] => {
  const wide = tables("head").getInt16(50) === 1;
  const loca = tables("loca");
  const offset = (index: number): number => (wide ? loca.getUint32(4 * index) : 2 * loca.getUint16(2 * index));
  if (offset(glyph) === offset(glyph + 1)) return [];
  const reader = readerOf(tables("glyf"), offset(glyph));
  const count = reader.int16();
  reader.skip(8);
  return count >= 0 ? simpleContours(reader, count) : compositeContours(reader, tables);
};

type Reader = {
  readonly int8: () => number;
  readonly uint8: () => number;
  readonly int16: () => number;
  readonly uint16: () => number;
  readonly skip: (bytes: number) => void;
};

const readerOf = (view: DataView, start: number): Reader => {
  let at = start;
  const step = (bytes: number): number => {
    at += bytes;
    return at - bytes;
  };
  return {
    int8: () => view.getInt8(step(1)),
    uint8: () => view.getUint8(step(1)),
    int16: () => view.getInt16(step(2)),
    uint16: () => view.getUint16(step(2)),
    skip: step,
  };
};

const ON_CURVE = 1;
const REPEAT = 8;
/** Of x; those of y are twice these. */
const SHORT = 2;
const SAME_OR_POSITIVE = 16;

const simpleContours = (reader: Reader, count: number): readonly Contour[] => {
  const ends = Array.from({ length: count }, () => reader.uint16() + 1);
  reader.skip(reader.uint16());
  const flags: number[] = [];
  while (flags.length < ends.at(-1)!) {
    const flag = reader.uint8();
    flags.push(flag, ...Array<number>(flag & REPEAT ? reader.uint8() : 0).fill(flag));
  }
  const xs = coordinates(reader, flags);
  const ys = coordinates(
    reader,
    flags.map((flag) => flag >> 1),
  );
  const points = flags.map((flag, i) => ({ x: xs[i]!, y: ys[i]!, on: (flag & ON_CURVE) !== 0 }));
  return ends.map((end, i) => points.slice(ends[i - 1] ?? 0, end));
};

const coordinates = (reader: Reader, flags: readonly number[]): number[] => {
  let value = 0;
  return flags.map((flag) => {
    if (flag & SHORT) value += flag & SAME_OR_POSITIVE ? reader.uint8() : -reader.uint8();
    else if (!(flag & SAME_OR_POSITIVE)) value += reader.int16();
    return value;
  });
};

const WORDS = 1;
const OFFSETS = 2;
const MORE = 32;
/** One scale, two, or a matrix. */
const TRANSFORMED = 8 | 64 | 128;

const compositeContours = (reader: Reader, tables: Tables): readonly Contour[] => {
  const contours: Contour[] = [];
  for (let flags = MORE; flags & MORE; ) {
    flags = reader.uint16();
    const part = contoursOf(tables, reader.uint16());
    if (!(flags & OFFSETS) || flags & TRANSFORMED) throw new RangeError("A part of a glyph is not merely moved.");
    const [dx, dy] = flags & WORDS ? [reader.int16(), reader.int16()] : [reader.int8(), reader.int8()];
    contours.push(...part.map((contour) => contour.map(({ x, y, on }) => ({ x: x + dx, y: y + dy, on }))));
  }
  return contours;
};

/** The tables of a font file by their four-letter tags (ISO/IEC 14496-22). */
type Tables = (tag: string) => DataView;

/** Reads the tables of a WOFF 1.0 file. */
const tablesOf = (file: Uint8Array): Tables => {
  const view = viewOf(file);
  if (view.getUint32(0) !== WOFF) throw new RangeError("The font is not a WOFF file.");
  const found = new Map(
    Array.from({ length: view.getUint16(12) }, (_, index) => {
      const row = 44 + 20 * index;
      const tag = String.fromCharCode(...file.subarray(row, row + 4));
      const [start, packed, length] = [4, 8, 12].map((at) => view.getUint32(row + at)) as [number, number, number];
      const bytes = file.subarray(start, start + packed);
      return [tag, packed < length ? inflateSync(bytes) : bytes];
    }),
  );
  return (tag) => {
    const table = found.get(tag);
    if (table === undefined) throw new RangeError(`The font has no table ${tag}.`);
    return viewOf(table);
  };
};

/** "wOFF" */
const WOFF = 0x774f4646;

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
