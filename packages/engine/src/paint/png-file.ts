/** A chunk's type and data. */
type Chunk = readonly [type: string, data: Uint8Array];

/** A PNG file of these chunks and the last, `IEND` (third edition, 5). */
export const pngFile = (chunks: readonly Chunk[]): Uint8Array => {
  const all: readonly Chunk[] = [...chunks, ["IEND", new Uint8Array()]];
  const length = all.reduce((sum, [, data]) => sum + CHUNK + data.length, SIGNATURE.length);
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  bytes.set(SIGNATURE);
  let at = SIGNATURE.length;
  for (const [type, data] of all) {
    view.setUint32(at, data.length);
    for (let i = 0; i < 4; i++) bytes[at + 4 + i] = type.charCodeAt(i);
    bytes.set(data, at + 8);
    const end = at + 8 + data.length;
    view.setUint32(end, crc32(bytes.subarray(at + 4, end)));
    at = end + 4;
  }
  return bytes;
};

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** Bytes of a chunk besides its data: length, type and checksum. */
const CHUNK = 12;

/** The checksum of a chunk's type and data (annex D). Node has one from 22.2 on, browsers have none. */
const crc32 = (bytes: Uint8Array): number => {
  let sum = 0xffffffff;
  for (let i = 0; i < bytes.length; i++) sum = REMAINDERS[(sum ^ bytes[i]!) & 255]! ^ (sum >>> 8);
  return ~sum >>> 0;
};

const REMAINDERS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});
