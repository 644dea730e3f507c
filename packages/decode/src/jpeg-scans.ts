/** Scans that a JPEG may have. Encoders write a dozen; each makes the decoder visit every block of the picture again. */
const MAX_SCANS = 100;

/**
 * Whether a JPEG has more scans than are read. The standard allows thousands, which need hardly a byte each: a file of
 * 270 KB can keep a decoder busy for a quarter of a minute.
 */
export const hasTooManyScans = (bytes: Uint8Array): boolean => {
  let scans = 0;
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return false;
    const marker = bytes[at + 1]!;
    const isFill = marker === 0xff;
    if (marker === END_OF_IMAGE) return false;
    if (marker === START_OF_SCAN && ++scans > MAX_SCANS) return true;
    at += isFill ? 1 : isBare(marker) ? 2 : 2 + bytes[at + 2]! * 256 + bytes[at + 3]!;
    if (marker === START_OF_SCAN) at = endOfScan(bytes, at);
  }
  return false;
};

const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;

/** Whether a marker stands alone, with no length behind it (ITU T.81, B.1.1.3). */
const isBare = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/** The place of the marker that ends a scan's data: a restart is part of the data, and so is a byte 255 before a 0. */
const endOfScan = (bytes: Uint8Array, from: number): number => {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
};
