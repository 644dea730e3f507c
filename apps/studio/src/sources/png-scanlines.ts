import { createTurn } from "../darkroom/turn.ts";

/** How the pixels of a PNG are stored: PNG (third edition) 11.2.1. */
export type PngLayout = {
  readonly width: number;
  readonly height: number;
  /** Bits of a channel, or of an index into the palette. */
  readonly depth: number;
  /** 3 for a palette, 4 for gray with alpha, 6 for RGB with alpha: the types that can be translucent. */
  readonly colorType: number;
  readonly isInterlaced: boolean;
  /** RGBA, red in the lowest byte. */
  readonly palette: Uint32Array;
};

/** Pixels that are read in one go: the page must not stand still for long. */
const PIXELS_A_TURN = 2 ** 18;

/** Pixels out of inflated scanlines, which are unfiltered in place: RGBA of 8 bits, red in the lowest byte. */
export const readScanlines = async (bytes: Uint8Array, layout: PngLayout): Promise<Uint32Array<ArrayBuffer>> => {
  const { width, height } = layout;
  const pixels = new Uint32Array(width * height);
  const colorIn = readerOf(bytes, layout);
  const turn = createTurn();
  let [at, read] = [0, 0];
  for (const [left, top, across, down] of layout.isInterlaced ? ADAM7 : WHOLE) {
    const columns = Math.ceil((width - left) / across);
    const length = Math.ceil((columns * bitsOf(layout)) / 8);
    for (let y = top; y < height && columns > 0; y += down, at += length + 1, read += columns) {
      unfilter(bytes, at, length, Math.ceil(bitsOf(layout) / 8), y === top);
      for (let x = left, i = 0; x < width; x += across, i++) pixels[y * width + x] = colorIn(at + 1, i);
      if (read > PIXELS_A_TURN) {
        await turn();
        read = 0;
      }
    }
  }
  return pixels;
};

/** Where each pass begins and how far its pixels are apart, in both directions (8.2). */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

const WHOLE = [[0, 0, 1, 1]] as const;

const bitsOf = ({ depth, colorType }: PngLayout): number => depth * (colorType === 3 ? 1 : colorType - 2);

/** The color of the i-th pixel of the scanline that begins at a byte. Of 16 bits the upper 8 count. */
const readerOf = (bytes: Uint8Array, { depth, colorType, palette }: PngLayout) => {
  const step = depth / 8;
  if (colorType === 3) {
    return (line: number, i: number): number => {
      const bit = i * depth;
      return palette[(bytes[line + (bit >> 3)]! >> (8 - depth - (bit & 7))) & ((1 << depth) - 1)]!;
    };
  }
  if (colorType === 4) {
    return (line: number, i: number): number => {
      const at = line + 2 * step * i;
      return (bytes[at]! * 0x010101) | (bytes[at + step]! << 24);
    };
  }
  return (line: number, i: number): number => {
    const at = line + 4 * step * i;
    return bytes[at]! | (bytes[at + step]! << 8) | (bytes[at + 2 * step]! << 16) | (bytes[at + 3 * step]! << 24);
  };
};

/** Undoes a scanline's filter (9.2): each byte was made less by what its neighbors foretell. */
const unfilter = (bytes: Uint8Array, line: number, length: number, pixel: number, isFirst: boolean): void => {
  const filter = bytes[line]!;
  if (filter === 0) return;
  for (let i = 0, at = line + 1; i < length; i++, at++) {
    const left = i < pixel ? 0 : bytes[at - pixel]!;
    const up = isFirst ? 0 : bytes[at - length - 1]!;
    const corner = isFirst || i < pixel ? 0 : bytes[at - length - 1 - pixel]!;
    bytes[at]! += foretold(filter, left, up, corner);
  }
};

const foretold = (filter: number, left: number, up: number, corner: number): number => {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const guess = left + up - corner;
  const [fromLeft, fromUp, fromCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (fromLeft <= fromUp && fromLeft <= fromCorner) return left;
  return fromUp <= fromCorner ? up : corner;
};
