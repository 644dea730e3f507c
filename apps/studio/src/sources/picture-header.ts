import type { InputFormat } from "@lumiglyph/contract";
import type { PictureSize } from "./picture-limits.ts";

/**
 * The size that a file's header announces, as stored and not yet turned upright; null where these bytes have no header of
 * that format. Not a pixel is decoded for it.
 */
export const sizeInHeader = (bytes: Uint8Array, format: InputFormat): PictureSize | null => {
  try {
    const size = READERS[format](new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return size !== null && size.width > 0 && size.height > 0 ? size : null;
  } catch (error) {
    // the view was read past its end: the header is cut
    if (error instanceof RangeError) return null;
    throw error;
  }
};

type Reader = (view: DataView) => PictureSize | null;

/** PNG (third edition) 11.2.2: the first chunk is IHDR. */
const png: Reader = (view) => ({ width: view.getUint32(16), height: view.getUint32(20) });

/** GIF89a 18: the logical screen, which is what browsers show. */
const gif: Reader = (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) });

/** ITU T.81 B.2.2: a frame header is SOF0 to SOF15, without the three markers among them that are none. */
const jpeg: Reader = (view) => {
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    while (view.getUint8(at) === 0xff && view.getUint8(at + 1) === 0xff) at++;
    const marker = view.getUint8(at + 1);
    if (view.getUint8(at) !== 0xff || marker === START_OF_SCAN) return null;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
  }
};

const START_OF_SCAN = 0xda;

/** RFC 9649 2.5 to 2.7: the canvas of an extended file, or the frame of a lossless or lossy one. */
const webp: Reader = (view) => {
  const kind = String.fromCharCode(view.getUint8(15));
  if (kind === "X")
    return { width: (view.getUint32(24, true) & LOW_24) + 1, height: (view.getUint32(27, true) & LOW_24) + 1 };
  if (kind === "L") {
    const bits = view.getUint32(21, true);
    return { width: (bits & LOW_14) + 1, height: ((bits >>> 14) & LOW_14) + 1 };
  }
  return { width: view.getUint16(26, true) & LOW_14, height: view.getUint16(28, true) & LOW_14 };
};

const LOW_14 = 0x3fff;
const LOW_24 = 0xffffff;

/**
 * ISO/IEC 23008-12 6.5.3: the largest `ispe` property is the picture's, whether in one piece or put together of tiles;
 * thumbnails have smaller ones.
 */
const avif: Reader = (view) => {
  const { from, to } = metaBox(view);
  let largest: PictureSize | null = null;
  for (let at = from; at + ISPE_SIZE <= to; at++) {
    if (view.getUint32(at) !== ISPE_SIZE || view.getUint32(at + 4) !== ISPE) continue;
    const size = { width: view.getUint32(at + 12), height: view.getUint32(at + 16) };
    if (largest === null || size.width * size.height > largest.width * largest.height) largest = size;
  }
  return largest;
};

/** ISO/IEC 14496-12 4.2: boxes follow one another, each with its size and its type. */
const metaBox = (view: DataView): { readonly from: number; readonly to: number } => {
  for (let at = 0; ; ) {
    const size = view.getUint32(at) === 1 ? Number(view.getBigUint64(at + 8)) : view.getUint32(at);
    if (view.getUint32(at + 4) === META) return { from: at, to: at + size };
    if (size < 8) throw new RangeError("a box that runs to the file's end, or none at all");
    at += size;
  }
};

/** Box types are four letters of ASCII. */
const META = 0x6d657461;
const ISPE = 0x69737065;
const ISPE_SIZE = 20;

const READERS: { readonly [Format in InputFormat]: Reader } = { png, gif, jpeg, webp, avif };
