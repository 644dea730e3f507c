import { isSrgbProfile } from "@lumiglyph/decode";
import { chunksOf } from "./png-chunks.ts";
import { type PngLayout, readScanlines } from "./png-scanlines.ts";

/**
 * The colors of a translucent PNG as they are stored: upright RGBA of 8 bits, alpha not premultiplied. For a file that the
 * browser itself can read. Null where the browser knows better: with a profile other than sRGB.
 */
export const readTranslucentPng = async (file: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer | null> => {
  const chunks = chunksOf(file);
  const find = (wanted: string) => chunks.find(({ type }) => type === wanted)?.data ?? NOTHING;
  const profile = find("iCCP");
  if (profile !== NOTHING && !isSrgbProfile(await inflate([afterName(profile)]))) return null;
  const layout = layoutOf(find("IHDR"), paletteOf(find("PLTE"), find("tRNS")));
  const scanlines = await inflate(chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data));
  const pixels = await readScanlines(scanlines, layout);
  return turnUpright(pixels, layout, orientationIn(find("eXIf"))).buffer;
};

const NOTHING = new Uint8Array();

const inflate = async (deflated: readonly Uint8Array<ArrayBuffer>[]): Promise<Uint8Array<ArrayBuffer>> => {
  const stream = new Blob([...deflated]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
};

/** A profile's name and the method of its compression, of which there is one (11.3.2.3), stand before it. */
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

/** Colors with their alpha, red in the lowest byte; one without an alpha of its own is opaque. */
const paletteOf = (colors: Uint8Array, alphas: Uint8Array): Uint32Array =>
  Uint32Array.from({ length: colors.length / 3 }, (_, i) => {
    const [red, green, blue] = colors.subarray(3 * i) as unknown as [number, number, number];
    return red | (green << 8) | (blue << 16) | ((alphas[i] ?? 255) << 24);
  });

/** The orientation that Exif data tells (Exif 2.32, 4.6.4 A): 1 to 8, and 1, upright, where it tells none. */
const orientationIn = (exif: Uint8Array): number => {
  const view = new DataView(exif.buffer, exif.byteOffset, exif.byteLength);
  try {
    // "II" or "MM": which byte of a number comes first
    const isLittle = view.getUint8(0) === 0x49;
    const table = view.getUint32(4, isLittle);
    for (let entry = view.getUint16(table, isLittle) - 1; entry >= 0; entry--) {
      const at = table + 2 + 12 * entry;
      const value = view.getUint16(at + 8, isLittle);
      if (view.getUint16(at, isLittle) === ORIENTATION && value >= 1 && value <= 8) return value;
    }
  } catch {
    // read past its end: it is cut, and tells nothing
  }
  return 1;
};

const ORIENTATION = 0x0112;

type Size = { readonly width: number; readonly height: number };

/** Stored pixels in their upright order, by an orientation from 1 to 8 (Exif 2.32, 4.6.4 A). */
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
