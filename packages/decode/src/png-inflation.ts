import { inflateSync } from "node:zlib";

/** Bytes that the texts and the profile of a PNG may inflate to, together. They say nothing about a pixel. */
const MAX_INFLATED_BYTES = 16 * 1024 ** 2;

/** Bytes that each of them counts for at least: to begin to inflate is work too. It makes them 256 at most. */
const LEAST_COST = 64 * 1024;

/**
 * Whether what a PNG carries beside its pixels inflates to more than is read. The decoder inflates all of it before it
 * says so much as the size, and a megabyte of it can become a gigabyte.
 */
export const inflatesTooMuch = (bytes: Uint8Array): boolean => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let left = MAX_INFLATED_BYTES;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at);
    const type = view.getUint32(at + 4);
    if (type === ZTXT || type === ITXT || type === ICCP) {
      left -= Math.max(LEAST_COST, inflatedLength(packedIn(type, bytes.subarray(at + 8, at + 8 + length)), left));
    }
    if (left < 0) return true;
    at += 12 + length;
  }
  return false;
};

/** The types of the chunks that are deflated, as numbers: a file may have a million chunks. */
const [ZTXT, ITXT, ICCP] = [0x7a545874, 0x69545874, 0x69434350];

const NOTHING = new Uint8Array();

/** The deflated part of such a chunk (PNG third edition, 11.3.2 and 11.3.3); empty where there is none. */
const packedIn = (type: number, data: Uint8Array): Uint8Array => {
  const name = data.indexOf(0);
  if (name === -1) return NOTHING;
  if (type !== ITXT) return data.subarray(name + 2);
  const language = data.indexOf(0, name + 3);
  const keyword = language === -1 ? -1 : data.indexOf(0, language + 1);
  return data[name + 1] !== 1 || keyword === -1 ? NOTHING : data.subarray(keyword + 1);
};

/**
 * Bytes that something inflates to, or one more than `most` where that is less. What breaks off on the way counts for all
 * that its length could have become: the decoder, too, only notices on the way.
 */
const inflatedLength = (packed: Uint8Array, most: number): number => {
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(1, most) }).length;
  } catch (error) {
    const isTooLong = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    return isTooLong ? most + 1 : Math.min(most + 1, packed.length * DEFLATE_MOST);
  }
};

/** Bytes that one byte of deflated data can become (RFC 1951: 258 for two bits). */
const DEFLATE_MOST = 1032;
