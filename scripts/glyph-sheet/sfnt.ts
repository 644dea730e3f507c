import { inflateSync } from "node:zlib";

/** The tables of a font file by their four-letter tags (ISO/IEC 14496-22). */
export type Tables = (tag: string) => DataView;

/** Reads a TrueType file, or one wrapped as WOFF 1.0. */
export const tablesOf = (file: Uint8Array): Tables => {
  const view = viewOf(file);
  const found = view.getUint32(0) === WOFF ? woffTables(file, view) : sfntTables(file, view);
  return (tag) => {
    const table = found.get(tag);
    if (table === undefined) throw new RangeError(`The font has no table ${tag}.`);
    return viewOf(table);
  };
};

/** "wOFF" */
const WOFF = 0x774f4646;

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const sfntTables = (file: Uint8Array, view: DataView): Map<string, Uint8Array> =>
  new Map(
    rows(12, view.getUint16(4), 16).map((row) => {
      const start = view.getUint32(row + 8);
      return [tagAt(view, row), file.subarray(start, start + view.getUint32(row + 12))];
    }),
  );

const woffTables = (file: Uint8Array, view: DataView): Map<string, Uint8Array> =>
  new Map(
    rows(44, view.getUint16(12), 20).map((row) => {
      const [start, packed, length] = [4, 8, 12].map((at) => view.getUint32(row + at)) as [number, number, number];
      const bytes = file.subarray(start, start + packed);
      return [tagAt(view, row), packed < length ? inflateSync(bytes) : bytes];
    }),
  );

const rows = (first: number, count: number, size: number): number[] =>
  Array.from({ length: count }, (_, index) => first + index * size);

const tagAt = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)));
