import type { Span } from "../math/area.ts";

/** Spans as the kernels read them: 32 bytes each. */
export const packedSpans = (spans: readonly Span[]): Uint8Array => {
  const bytes = new DataView(new ArrayBuffer(32 * spans.length));
  for (const [index, { first, last, head, tail, scale }] of spans.entries()) {
    bytes.setInt32(32 * index, first, true);
    bytes.setInt32(32 * index + 4, last, true);
    bytes.setFloat64(32 * index + 8, head, true);
    bytes.setFloat64(32 * index + 16, tail, true);
    bytes.setFloat64(32 * index + 24, scale, true);
  }
  return new Uint8Array(bytes.buffer);
};
