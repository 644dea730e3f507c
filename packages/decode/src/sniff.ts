import type { InputFormat } from "@lumiglyph/contract";

/** Detects the image format by its bytes; null for any other. Name and content type are ignored. */
export const sniff = (bytes: Uint8Array): InputFormat | null => {
  if (startsWith(bytes, JPEG)) return "jpeg";
  if (startsWith(bytes, PNG)) return "png";
  if (isGif(bytes)) return "gif";
  if (isWebp(bytes)) return "webp";
  if (isAvif(bytes)) return "avif";
  return null;
};

/** ITU T.81: start of image, then the first byte of the next marker. */
const JPEG = [0xff, 0xd8, 0xff];

/** PNG (third edition) 5.2. */
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

const startsWith = (bytes: Uint8Array, prefix: readonly number[]): boolean =>
  prefix.every((value, at) => bytes[at] === value);

const isGif = (bytes: Uint8Array): boolean => {
  const signature = ascii(bytes, 0, 6);
  return signature === "GIF87a" || signature === "GIF89a";
};

/** RFC 9649 2.4: a RIFF container of type WEBP whose first chunk is one of the three VP8 kinds. */
const isWebp = (bytes: Uint8Array): boolean =>
  ascii(bytes, 0, 4) === "RIFF" &&
  ascii(bytes, 8, 4) === "WEBP" &&
  ["VP8 ", "VP8L", "VP8X"].includes(ascii(bytes, 12, 4));

/** ISO/IEC 14496-12 4.3: the file type box names an AV1 brand as its major or one of its compatible brands. */
const isAvif = (bytes: Uint8Array): boolean => {
  if (ascii(bytes, 4, 4) !== "ftyp") return false;
  const end = Math.min(boxSize(bytes), bytes.length);
  for (let at = MAJOR_BRAND_AT; at + 4 <= end; at += 4) {
    if (at !== MINOR_VERSION_AT && isAvifBrand(ascii(bytes, at, 4))) return true;
  }
  return false;
};

const MAJOR_BRAND_AT = 8;
const MINOR_VERSION_AT = 12;

const isAvifBrand = (brand: string): boolean => brand === "avif" || brand === "avis";

const boxSize = (bytes: Uint8Array): number => bytes.subarray(0, 4).reduce((size, byte) => size * 256 + byte, 0);

const ascii = (bytes: Uint8Array, from: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(from, from + length));
