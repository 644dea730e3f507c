import { crc32 } from "node:zlib";
import type { Seeded } from "../seeded.ts";
import { ANATOMY } from "./pieces.ts";
import type { Sample } from "./samples.ts";

/** Changes a file as accidents and attackers do. */
export type Mutation = (sample: Sample, random: Seeded, others: readonly Sample[]) => Buffer;

/** Numbers that break parsers. */
const ODD_NUMBERS = [
  0, 1, 2, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff,
];

/** A position in a file; two times out of three in its first bytes, which matter most. */
const placeIn = ({ length }: Buffer, random: Seeded): number =>
  random.below(random.chance(0.66) ? Math.min(256, length) : length);

const flipBits: Mutation = ({ bytes }, random) => {
  const copy = Buffer.from(bytes);
  for (let flips = 1 + random.below(16); flips > 0; flips--) {
    const at = placeIn(copy, random);
    copy[at] = copy[at]! ^ (1 << random.below(8));
  }
  return copy;
};

const setBytes: Mutation = ({ bytes }, random) => {
  const copy = Buffer.from(bytes);
  for (let changes = 1 + random.below(8); changes > 0; changes--) copy[placeIn(copy, random)] = random.below(256);
  return copy;
};

const setNumber: Mutation = ({ bytes }, random) => {
  const copy = Buffer.from(bytes);
  writeNumber(copy, placeIn(copy, random), random.pick([1, 2, 4]), random.pick(ODD_NUMBERS), random.chance(0.5));
  return copy;
};

const cutShort: Mutation = ({ bytes }, random) => bytes.subarray(0, 1 + random.below(bytes.length - 1));

const cutOut: Mutation = ({ bytes }, random) => {
  const at = placeIn(bytes, random);
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random.below(64))]);
};

const putIn: Mutation = ({ bytes }, random) => {
  const at = placeIn(bytes, random);
  return Buffer.concat([bytes.subarray(0, at), random.bytes(1 + random.below(64)), bytes.subarray(at)]);
};

const swapPieces: Mutation = ({ bytes, format }, random) => {
  const pieces = [...ANATOMY[format].piecesOf(bytes)];
  const one = random.below(pieces.length);
  const other = (one + 1 + random.below(pieces.length - 1)) % pieces.length;
  [pieces[one], pieces[other]] = [pieces[other]!, pieces[one]!];
  return Buffer.concat(pieces);
};

const dropPiece: Mutation = ({ bytes, format }, random) => {
  const pieces = ANATOMY[format].piecesOf(bytes);
  const dropped = random.below(pieces.length);
  return Buffer.concat(pieces.filter((_, at) => at !== dropped));
};

const doublePiece: Mutation = ({ bytes, format }, random) => {
  const pieces = ANATOMY[format].piecesOf(bytes);
  const doubled = random.below(pieces.length);
  const times = random.pick([2, 2, 3, 50]);
  return Buffer.concat(pieces.flatMap((piece, at) => (at === doubled ? Array<Buffer>(times).fill(piece) : [piece])));
};

/** Inserts a piece of another file, of the same format if possible, between two pieces. */
const graftPiece: Mutation = ({ bytes, format }, random, others) => {
  const donor = random.pick(others.filter((other) => other.format === format));
  const pieces = [...ANATOMY[format].piecesOf(bytes)];
  pieces.splice(random.below(pieces.length + 1), random.below(2), random.pick(ANATOMY[format].piecesOf(donor.bytes)));
  return Buffer.concat(pieces);
};

/** Changes a piece's length, slightly or wildly. */
const lieAboutLength: Mutation = ({ bytes, format }, random) => {
  const { piecesOf, length } = ANATOMY[format];
  const pieces = piecesOf(bytes).map((piece) => Buffer.from(piece));
  const piece = random.pick(pieces);
  const given = readNumber(piece, length.at, length.bytes, length.littleEndian);
  const wrong = random.chance(0.5) ? given + random.pick([-2, -1, 1, 2, 256]) : random.pick(ODD_NUMBERS);
  writeNumber(piece, length.at, length.bytes, wrong, length.littleEndian);
  return Buffer.concat(pieces);
};

/** Joins the head of one file and the tail of another. */
const splice: Mutation = ({ bytes }, random, others) => {
  const tail = random.pick(others).bytes;
  return Buffer.concat([bytes.subarray(0, 1 + placeIn(bytes, random)), tail.subarray(random.below(tail.length))]);
};

export const MUTATIONS: { readonly [name: string]: Mutation } = {
  flipBits,
  setBytes,
  setNumber,
  cutShort,
  cutOut,
  putIn,
  swapPieces,
  dropPiece,
  doublePiece,
  graftPiece,
  lieAboutLength,
  splice,
};

/** Repairs the checksum of every chunk of a PNG: the mutations then get past it. */
export const withChecksums = (bytes: Buffer): Buffer =>
  Buffer.concat(
    ANATOMY.png.piecesOf(bytes).map((piece, at) => {
      if (at === 0 || piece.length < 12) return piece;
      const copy = Buffer.from(piece);
      copy.writeUInt32BE(crc32(copy.subarray(4, -4)), copy.length - 4);
      return copy;
    }),
  );

const writeNumber = (bytes: Buffer, at: number, size: 1 | 2 | 4, value: number, littleEndian: boolean): void => {
  const digits = Array.from({ length: size }, (_, place) => Math.floor(Math.abs(value) / 256 ** place) % 256);
  for (const [place, digit] of (littleEndian ? digits : digits.toReversed()).entries()) {
    if (at + place < bytes.length) bytes[at + place] = digit;
  }
};

const readNumber = (bytes: Buffer, at: number, size: number, littleEndian: boolean): number => {
  const digits = [...bytes.subarray(at, at + size)];
  return (littleEndian ? digits.toReversed() : digits).reduce((value, digit) => value * 256 + digit, 0);
};
