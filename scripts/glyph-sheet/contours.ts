import type { Tables } from "./sfnt.ts";

/** A point of a contour in font units, y up: on the curve, or the control point of a quadratic Bézier curve. */
export type Point = { readonly x: number; readonly y: number; readonly on: boolean };

/** A closed line around ink, or around a hole in it. */
export type Contour = readonly Point[];

/** The contours of a glyph of the `glyf` table, as they are written there: points between two controls are implied. */
export const contoursOf = (tables: Tables, glyph: number): readonly Contour[] => {
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
