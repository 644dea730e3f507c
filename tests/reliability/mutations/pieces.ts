import type { InputFormat } from "@lumiglyph/contract";

/** Where a piece of a file stores its length. */
type LengthField = { readonly at: number; readonly bytes: 1 | 2 | 4; readonly littleEndian: boolean };

/** The structure of a format: pieces that join to the file again, and their lengths. */
export type Anatomy = {
  readonly piecesOf: (file: Buffer) => readonly Buffer[];
  readonly length: LengthField;
};

/** Cuts a file after its head into pieces; `lengthAt` returns the length of the piece at an offset. */
const cutter =
  (head: (file: Buffer) => number, lengthAt: (file: Buffer, at: number) => number) =>
  (file: Buffer): readonly Buffer[] => {
    const pieces = [file.subarray(0, head(file))];
    for (let at = head(file); at < file.length; ) {
      const end = Math.min(file.length, at + Math.max(1, lengthAt(file, at)));
      pieces.push(file.subarray(at, end));
      at = end;
    }
    return pieces;
  };

const number = (
  file: Buffer,
  at: number,
  read: "readUInt32BE" | "readUInt32LE" | "readUInt16BE",
  bytes: number,
): number => (at + bytes <= file.length ? file[read](at) : 0);

/** A JPEG's marker segment; a scan's header includes its data, up to the next marker. */
const jpegPiece = (file: Buffer, at: number): number => {
  const length = 2 + number(file, at + 2, "readUInt16BE", 2);
  if (file[at + 1] !== 0xda) return length;
  let end = at + length;
  while (end < file.length && !(file[end] === 0xff && (file[end + 1] ?? 0) !== 0 && !isRestart(file[end + 1]))) end++;
  return end - at;
};

const isRestart = (marker = 0): boolean => marker >= 0xd0 && marker <= 0xd7;

/** A GIF's extension or frame, with its sub-blocks; the trailer is one byte. */
const gifPiece = (file: Buffer, at: number): number => {
  const flags = file[at + 9] ?? 0;
  const palette = file[at] === 0x2c && flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
  let end = at + (file[at] === 0x21 ? 2 : file[at] === 0x2c ? 11 + palette : 1);
  if (file[at] !== 0x21 && file[at] !== 0x2c) return 1;
  while (end < file.length && file[end] !== 0) end += 1 + file[end]!;
  return end + 1 - at;
};

const gifHead = (file: Buffer): number => 13 + ((file[10] ?? 0) & 0x80 ? 3 * 2 ** ((file[10]! & 7) + 1) : 0);

/** A box; containers of important boxes are cut after their heads, to make each of those a piece. */
const avifPiece = (file: Buffer, at: number): number => {
  const type = file.toString("latin1", at + 4, at + 8);
  if (type === "meta") return 12;
  return type === "iprp" || type === "ipco" ? 8 : number(file, at, "readUInt32BE", 4);
};

export const ANATOMY: { readonly [Format in InputFormat]: Anatomy } = {
  png: {
    piecesOf: cutter(
      () => 8,
      (file, at) => 12 + number(file, at, "readUInt32BE", 4),
    ),
    length: { at: 0, bytes: 4, littleEndian: false },
  },
  jpeg: { piecesOf: cutter(() => 2, jpegPiece), length: { at: 2, bytes: 2, littleEndian: false } },
  webp: {
    piecesOf: cutter(
      () => 12,
      (file, at) => 8 + 2 * Math.ceil(number(file, at + 4, "readUInt32LE", 4) / 2),
    ),
    length: { at: 4, bytes: 4, littleEndian: true },
  },
  gif: { piecesOf: cutter(gifHead, gifPiece), length: { at: 2, bytes: 1, littleEndian: true } },
  avif: { piecesOf: cutter(() => 0, avifPiece), length: { at: 0, bytes: 4, littleEndian: false } },
};
