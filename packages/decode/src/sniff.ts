import type { InputFormat } from "@lumiglyph/contract";

/** Detects the image format by its bytes; null for any other. Name and content type are ignored. */
export const sniff = (bytes: Uint8Array): InputFormat | null => {
  const head = ascii(bytes, 0, 16);
  // ITU T.81: start of image, then the first byte of the next marker
  if (head.startsWith("\xff\xd8\xff")) return "jpeg";
  // PNG (third edition) 5.2
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (/^GIF8[79]a/.test(head)) return "gif";
  // RFC 9649 2.4: a RIFF container of type WEBP whose first chunk is one of the three VP8 kinds
  if (/^RIFF.{4}WEBPVP8[ LX]/s.test(head)) return "webp";
  return head.startsWith("ftyp", 4) && isAvif(bytes) ? "avif" : null;
};

/**
 * ISO/IEC 14496-12 4.3: the file type box names an AV1 brand as its major or one of its compatible
 * brands. libvips does not recognize a box of more than 1024 bytes, or of a size that is not a
 * multiple of 4: it would try other decoders on such a file, as SVG or TIFF.
 */
const isAvif = (bytes: Uint8Array): boolean => {
  const size = bytes.subarray(0, 4).reduce((sum, byte) => sum * 256 + byte, 0);
  if (size > 1024 || size % 4 > 0) return false;
  const end = Math.min(size, bytes.length);
  for (let at = MAJOR_BRAND_AT; at + 4 <= end; at += 4) {
    if (at !== MINOR_VERSION_AT && /^avi[fs]$/.test(ascii(bytes, at, 4))) return true;
  }
  return false;
};

const MAJOR_BRAND_AT = 8;
const MINOR_VERSION_AT = 12;

const ascii = (bytes: Uint8Array, from: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(from, from + length));
