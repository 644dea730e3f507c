import type { Refusal } from "@lumiglyph/contract";

/**
 * Reads a body of at most `maxBytes`, counting received bytes: a declared length cannot be trusted. Chunks are copied
 * into one buffer, so many tiny ones cost no more memory than a large one.
 */
export const readCapped = async (
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  tooLarge: (maxBytes: number) => Refusal,
): Promise<Uint8Array> => {
  let bytes = new Uint8Array(Math.min(FIRST_BUFFER_BYTES, maxBytes));
  let length = 0;
  for await (const piece of body) {
    const needed = length + piece.length;
    if (needed > maxBytes) throw tooLarge(maxBytes);
    if (needed > bytes.length) bytes = grown(bytes, Math.min(maxBytes, Math.max(needed, bytes.length * 2)));
    bytes.set(piece, length);
    length = needed;
  }
  return bytes.slice(0, length);
};

const FIRST_BUFFER_BYTES = 65_536;

const grown = (bytes: Uint8Array, size: number): Uint8Array<ArrayBuffer> => {
  const larger = new Uint8Array(size);
  larger.set(bytes);
  return larger;
};
