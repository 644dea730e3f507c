import { isSrgbProfile } from "./icc.ts";
import { chunksOf } from "./png-chunks.ts";

/** Lets other work of the page run. */
export type Rest = () => Promise<void>;

/**
 * Reads a translucent PNG's colors as stored: upright 8-bit RGBA, not premultiplied. For files that
 * the browser can read. Null if the profile is not sRGB, because the browser's own conversion is
 * better then.
 */
export const readTranslucentPng = async (
  file: Uint8Array<ArrayBuffer>,
  rest: Rest,
): Promise<Uint8Array<ArrayBuffer> | null> => {
  const chunks = chunksOf(file);
  const find = (wanted: string) => chunks.find(({ type }) => type === wanted)?.data ?? NOTHING;
  const profile = find("iCCP");
  if (profile !== NOTHING && !isSrgbProfile(await inflate([afterName(profile)]))) return null;
  const layout = layoutOf(find("IHDR"), paletteOf(find("PLTE"), find("tRNS")));
  const scanlines = await inflate(chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data));
  const pixels = await readScanlines(scanlines, layout, rest);
  return new Uint8Array(turnUpright(pixels, layout, orientationIn(find("eXIf"))).buffer);
};

const NOTHING = new Uint8Array();

const inflate = async (deflated: readonly Uint8Array<ArrayBuffer>[]): Promise<Uint8Array<ArrayBuffer>> => {
  const stream = new Blob([...deflated]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
};

/** A profile is preceded by its name and compression method (11.3.2.3). */
const afterName = (profile: Uint8Array<ArrayBuffer>) => profile.subarray(profile.indexOf(0) + 2);

/** PNG (third edition) 11.2.1. */
const layoutOf = (header: Uint8Array<ArrayBuffer>, palette: Uint32Array): PngLayout => {
  const view = new DataView(header.buffer, header.byteOffset);
  const [depth, colorType, , , interlace] = header.subarray(8) as unknown as [number, number, number, number, number];
  return {
    width: view.getUint32(0),
    height: view.getUint32(4),
    depth,
    colorType,
    isInterlaced: interlace === 1,
    palette,
  };
};

/** Colors with alpha, red in the lowest byte; opaque without an alpha entry. */
const paletteOf = (colors: Uint8Array, alphas: Uint8Array): Uint32Array =>
  Uint32Array.from({ length: colors.length / 3 }, (_, i) => {
    const [red, green, blue] = colors.subarray(3 * i) as unknown as [number, number, number];
    return red | (green << 8) | (blue << 16) | ((alphas[i] ?? 255) << 24);
  });

/** The Exif orientation (Exif 2.32, 4.6.4 A), 1 to 8; 1, upright, if there is none. */
const orientationIn = (exif: Uint8Array): number => {
  const view = new DataView(exif.buffer, exif.byteOffset, exif.byteLength);
  try {
    // "II" or "MM": byte order
    const isLittle = view.getUint8(0) === 0x49;
    const table = view.getUint32(4, isLittle);
    for (let entry = view.getUint16(table, isLittle) - 1; entry >= 0; entry--) {
      const at = table + 2 + 12 * entry;
      const value = view.getUint16(at + 8, isLittle);
      if (view.getUint16(at, isLittle) === ORIENTATION && value >= 1 && value <= 8) return value;
    }
  } catch {
    // read past the end: the data is truncated
  }
  return 1;
};

const ORIENTATION = 0x0112;

type Size = { readonly width: number; readonly height: number };

/** Reorders pixels to upright, by an orientation from 1 to 8 (Exif 2.32, 4.6.4 A). */
const turnUpright = (
  stored: Uint32Array<ArrayBuffer>,
  { width, height }: Size,
  orientation: number,
): Uint32Array<ArrayBuffer> => {
  if (orientation === 1) return stored;
  const isTurned = orientation > 4;
  const [across, down] = isTurned ? [height, width] : [width, height];
  const [mirrorsX, mirrorsY] = [[2, 3, 6, 7].includes(orientation), [3, 4, 7, 8].includes(orientation)];
  const upright = new Uint32Array(stored.length);
  for (let y = 0, from = 0; y < height; y++) {
    for (let x = 0; x < width; x++, from++) {
      const [column, row] = isTurned ? [y, x] : [x, y];
      const to = (mirrorsY ? down - 1 - row : row) * across + (mirrorsX ? across - 1 - column : column);
      upright[to] = stored[from]!;
    }
  }
  return upright;
};

/** How a PNG's pixels are stored: PNG (third edition) 11.2.1. */
type PngLayout = {
  readonly width: number;
  readonly height: number;
  /** Bits per channel, or per palette index. */
  readonly depth: number;
  /** 3 for a palette, 4 for gray with alpha, 6 for RGB with alpha: the types that can be translucent. */
  readonly colorType: number;
  readonly isInterlaced: boolean;
  /** RGBA, red in the lowest byte. */
  readonly palette: Uint32Array;
};

/** Pixels read at a time, so that the page stays responsive. */
const PIXELS_A_TURN = 2 ** 18;

/** Decodes inflated scanlines, unfiltering them in place: 8-bit RGBA, red in the lowest byte. */
const readScanlines = async (bytes: Uint8Array, layout: PngLayout, rest: Rest): Promise<Uint32Array<ArrayBuffer>> => {
  const { width, height } = layout;
  const pixels = new Uint32Array(width * height);
  const colorIn = readerOf(bytes, layout);
  let [at, read] = [0, 0];
  for (const [left, top, across, down] of layout.isInterlaced ? ADAM7 : WHOLE) {
    const columns = Math.ceil((width - left) / across);
    const length = Math.ceil((columns * bitsOf(layout)) / 8);
    for (let y = top; y < height && columns > 0; y += down, at += length + 1, read += columns) {
      unfilter(bytes, at, length, Math.ceil(bitsOf(layout) / 8), y === top);
      for (let x = left, i = 0; x < width; x += across, i++) pixels[y * width + x] = colorIn(at + 1, i);
      if (read > PIXELS_A_TURN) {
        await rest();
        read = 0;
      }
    }
  }
  return pixels;
};

/** Start and spacing of each pass, horizontally and vertically (8.2). */
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

/** The color of the i-th pixel of a scanline. Of 16 bits the upper 8 are used. */
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

/** Reverses a scanline's filter (9.2), which subtracted a prediction from neighboring bytes. */
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
