import { isSrgbProfile } from "@lumiglyph/decode";
import { orientationIn } from "./exif-orientation.ts";
import { chunksOf } from "./png-chunks.ts";
import { type PngLayout, readScanlines } from "./png-scanlines.ts";
import { turnUpright } from "./turn-upright.ts";

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
