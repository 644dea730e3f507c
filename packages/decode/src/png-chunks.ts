/** A chunk of a PNG (third edition, 5.3). */
export type PngChunk = { readonly type: string; readonly data: Uint8Array<ArrayBuffer> };

/** The chunks of a file or of its beginning, where the last may be truncated. */
export const chunksOf = (bytes: Uint8Array<ArrayBuffer>): readonly PngChunk[] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: PngChunk[] = [];
  for (let at = 8; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    chunks.push({ type, data: bytes.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
};
