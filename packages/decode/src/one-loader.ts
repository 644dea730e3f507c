import type { InputFormat } from "@lumiglyph/contract";

/**
 * The bytes of a file in a form that libvips gives to its format's own loader, whichever loaders
 * are open in this process. Pixels and offsets stay the same. The caller's bytes are never
 * modified.
 */
export const forOneLoader = (bytes: Uint8Array, format: InputFormat): Uint8Array => {
  if (format === "jpeg") return withoutGainMap(bytes);
  return format === "avif" ? withAvifBrand(bytes) : bytes;
};

/**
 * A JPEG with blanks for the names of segments that may describe an HDR gain map (ISO 21496-1 or
 * XMP): libvips gives a JPEG with such a segment to libultrahdr. The JPEG itself is the
 * SDR picture, and XMP does not change it.
 */
const withoutGainMap = (bytes: Uint8Array): Uint8Array => {
  const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const names = GAIN_MAP_NAMES.filter((name) => given.includes(name));
  if (names.length === 0) return bytes;
  const copy = Buffer.from(given);
  for (const name of names) {
    for (let at = copy.indexOf(name); at !== -1; at = copy.indexOf(name, at)) copy.fill(" ", at, at + name.length);
  }
  return copy;
};

const GAIN_MAP_NAMES = ["urn:iso:std:iso:ts:21496", "http://ns.adobe.com/xap/1.0/"];

/**
 * libvips recognizes an AVIF by its major brand alone, and would otherwise ask every other loader.
 */
const withAvifBrand = (bytes: Uint8Array): Uint8Array => {
  const brand = Buffer.from("avif");
  if (brand.equals(bytes.subarray(BRAND_AT, BRAND_AT + brand.length))) return bytes;
  const copy = Buffer.from(bytes);
  copy.set(brand, BRAND_AT);
  return copy;
};

/** ISO/IEC 14496-12 4.3: after the box's size and type. */
const BRAND_AT = 8;
