import { decodeBase64, encodeBase64 } from "@lumiglyph/contract";
import type { HandoffMessage } from "./messages.ts";

/** A frame of character art. */
export type Frame = {
  readonly columns: number;
  readonly rows: number;
  /** The glyphs that cells refer to by index. */
  readonly codebook: string;
  /** The glyph of each cell, row by row. */
  readonly cells: Uint8Array;
  /** The sRGB color of each cell's glyph, three bytes per cell; null if all use `ink`. */
  readonly rgb: Uint8Array | null;
  /** The same of each cell's background; null if all are on `ground`. */
  readonly grounds: Uint8Array | null;
  /** Default glyph color and background color, as 0xRRGGBB. */
  readonly ink: number;
  readonly ground: number;
  /** When it was rendered, in milliseconds since 1970. */
  readonly drawnAt: number;
  /** Seconds into the video, or since the camera started; null for a still image. */
  readonly mediaTime: number | null;
  /** Changes whenever the render parameters change. */
  readonly paramsRev: number;
};

/** A received frame with its sequence number. */
export type ReceivedFrame = Frame & { readonly seq: number };

type Encoding = HandoffMessage<"ready">["encoding"];

/**
 * Encodes a frame as a message. Its buffers are transferred, and detached afterwards, unless they are sent as base64.
 */
export const packFrame = (
  frame: Frame,
  seq: number,
  encoding: Encoding,
): { readonly message: HandoffMessage<"frame">; readonly transfer: readonly ArrayBuffer[] } => {
  const { columns: cols, rows, codebook, ink, ground, drawnAt: t, paramsRev, mediaTime } = frame;
  const pack = (bytes: Uint8Array) => (encoding.endsWith("-u8") ? ownBuffer(bytes) : encodeBase64(bytes));
  const cells = pack(frame.cells);
  const rgb = frame.rgb && pack(frame.rgb);
  const grounds = frame.grounds && encoding.startsWith("rgb48") ? pack(frame.grounds) : null;
  const transfer = [cells, rgb, grounds].filter((part) => part instanceof ArrayBuffer);
  const message = { type: "frame", seq, t, cols, rows, codebook, cells, ink, ground, paramsRev } as const;
  const colors = { ...(rgb && { rgb }), ...(grounds && { grounds }) };
  return { message: { ...message, ...colors, ...(mediaTime !== null && { mediaTime }) }, transfer };
};

/** Default colors of a frame: light gray on black. */
const [INK, GROUND] = [0xe5e5e5, 0x000000];

/** Decodes a message into a frame; null if cells refer to missing glyphs or the base64 is invalid. */
export const unpackFrame = (message: HandoffMessage<"frame">): ReceivedFrame | null => {
  const { seq, t, cols, rows, codebook, ink = INK, ground = GROUND, paramsRev, mediaTime = null } = message;
  const cells = bytesOf(message.cells);
  const rgb = message.rgb === undefined ? null : bytesOf(message.rgb);
  const grounds = message.grounds === undefined ? null : bytesOf(message.grounds);
  const glyphs = [...codebook].length;
  if (cells === null || cells.some((glyph) => glyph >= glyphs)) return null;
  if (rgb === null && message.rgb !== undefined) return null;
  if (grounds === null && message.grounds !== undefined) return null;
  return { seq, columns: cols, rows, codebook, cells, rgb, grounds, ink, ground, drawnAt: t, mediaTime, paramsRev };
};

/** The frame's rows as text. */
export const linesOf = ({ columns, rows, codebook, cells }: Frame): readonly string[] => {
  const glyphs = [...codebook];
  return Array.from({ length: rows }, (_, row) =>
    Array.from(cells.subarray(row * columns, (row + 1) * columns), (cell) => glyphs[cell]).join(""),
  );
};

/** A buffer with exactly these bytes. */
const ownBuffer = (bytes: Uint8Array): ArrayBuffer =>
  (bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice()).buffer as ArrayBuffer;

const bytesOf = (value: ArrayBuffer | string): Uint8Array | null => {
  try {
    return typeof value === "string" ? decodeBase64(value) : new Uint8Array(value);
  } catch {
    return null;
  }
};
