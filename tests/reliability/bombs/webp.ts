import { latin, le16, le24, le32 } from "./bytes.ts";

/** A RIFF chunk, padded to an even length (RFC 9649, 2.3). */
const riffChunk = (type: string, data: Uint8Array): Buffer =>
  Buffer.concat([latin(type), le32(data.length), data, Buffer.alloc(data.length % 2)]);

const webpOf = (...chunks: readonly Buffer[]): Buffer => riffChunk("RIFF", Buffer.concat([latin("WEBP"), ...chunks]));

/** Lossless: a header followed by zeros. */
export const losslessWebp = (width: number, height: number): Buffer => webpOf(losslessChunk(width, height));

/** Lossy: a key frame's tag, start code and size (RFC 6386, 9.1), and zeros. */
export const lossyWebp = (width: number, height: number): Buffer =>
  webpOf(
    riffChunk(
      "VP8 ",
      Buffer.concat([Buffer.from([0x10, 0x40, 0, 0x9d, 0x01, 0x2a]), le16(width, height), Buffer.alloc(512)]),
    ),
  );

/** An extended file with this canvas size and a small lossless frame. */
export const canvasWebp = (width: number, height: number): Buffer =>
  webpOf(
    riffChunk("VP8X", Buffer.concat([Buffer.from([0, 0, 0, 0]), le24(width - 1), le24(height - 1)])),
    losslessChunk(8, 8),
  );

const losslessChunk = (width: number, height: number): Buffer =>
  riffChunk("VP8L", Buffer.concat([Buffer.from([0x2f]), le32((width - 1) | ((height - 1) << 14)), Buffer.alloc(64)]));
