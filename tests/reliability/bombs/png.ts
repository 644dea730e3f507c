import { crc32, deflateSync } from "node:zlib";
import { be32, latin } from "./bytes.ts";

/** The PNG signature. */
const PNG_SIGNATURE = latin("\x89PNG\r\n\x1a\n");

/** A chunk with its length and a valid checksum (PNG third edition, 5.3). */
export const pngChunk = (type: string, data: Uint8Array = Buffer.alloc(0)): Buffer => {
  const body = Buffer.concat([latin(type), data]);
  return Buffer.concat([be32(data.length), body, be32(crc32(body))]);
};

/** Bit depth, color type (0 gray, 2 RGB, 6 RGBA) and interlacing (0 or 1), as in IHDR. */
type PngKind = { readonly depth?: number; readonly color?: number; readonly interlaced?: number };

export const ihdr = (width: number, height: number, { depth = 1, color = 0, interlaced = 0 }: PngKind = {}): Buffer =>
  pngChunk("IHDR", Buffer.concat([be32(width, height), Buffer.from([depth, color, 0, 0, interlaced])]));

/** A PNG of these chunks between signature and end. */
export const pngOf = (...chunks: readonly Buffer[]): Buffer =>
  Buffer.concat([PNG_SIGNATURE, ...chunks, pngChunk("IEND")]);

/** An IDAT chunk of zeros: unfiltered black lines, compressed about a thousand to one. */
export const blackData = (lineBytes: number, lines: number): Buffer =>
  pngChunk("IDAT", deflateSync(Buffer.alloc((lineBytes + 1) * lines), { level: 9 }));

/** A complete black image of 8 × 8 pixels, with other chunks before its data. */
export const smallPng = (...chunks: readonly Buffer[]): Buffer => pngOf(ihdr(8, 8), ...chunks, blackData(1, 8));

/** 100 MB of zeros, deflated to 100 KB. */
export const deflatedZeros = (): Buffer => deflateSync(Buffer.alloc(100_000_000), { level: 9 });
