import { decodeBase64, encodeBase64, type HandoffMessage } from "@lumiglyph/contract";

/** A picture of characters as it is handed over. */
export type Frame = {
  readonly columns: number;
  readonly rows: number;
  /** The glyphs that cells name by their place in it. */
  readonly codebook: string;
  /** The glyph of each cell, row by row. */
  readonly cells: Uint8Array;
  /** The color of each cell's glyph in sRGB, three bytes a cell; null where all have that of `ink`. */
  readonly rgb: Uint8Array | null;
  /** The color of glyphs without one of their own, and what lies behind all of them: 0xRRGGBB. */
  readonly ink: number;
  readonly ground: number;
  /** Milliseconds since 1970 when it was drawn. */
  readonly drawnAt: number;
  /** Seconds into the video, or since the camera began; null for a still picture. */
  readonly mediaTime: number | null;
  /** Changes when the parameters do that the frames are drawn with. */
  readonly paramsRev: number;
};

/** A frame that was received, with its number. */
export type ReceivedFrame = Frame & { readonly seq: number };

type Encoding = HandoffMessage<"ready">["encoding"];

/** A frame as a message. Its buffers are handed over with it and are empty afterwards, unless they travel as base64. */
export const packFrame = (
  frame: Frame,
  seq: number,
  encoding: Encoding,
): { readonly message: HandoffMessage<"frame">; readonly transfer: readonly ArrayBuffer[] } => {
  const { columns: cols, rows, codebook, ink, ground, drawnAt: t, paramsRev, mediaTime } = frame;
  const pack = (bytes: Uint8Array) => (encoding === "rgb24-u8" ? ownBuffer(bytes) : encodeBase64(bytes));
  const cells = pack(frame.cells);
  const rgb = frame.rgb && pack(frame.rgb);
  const transfer = [cells, rgb].filter((part) => part instanceof ArrayBuffer);
  const message = { type: "frame", seq, t, cols, rows, codebook, cells, ink, ground, paramsRev } as const;
  return { message: { ...message, ...(rgb && { rgb }), ...(mediaTime !== null && { mediaTime }) }, transfer };
};

/** Glyphs and ground where a frame does not say: light gray on black. */
const [INK, GROUND] = [0xe5e5e5, 0x000000];

/** A message as a frame, or null where its cells name glyphs that its codebook has not, or its base64 is none. */
export const unpackFrame = (message: HandoffMessage<"frame">): ReceivedFrame | null => {
  const { seq, t, cols, rows, codebook, ink = INK, ground = GROUND, paramsRev, mediaTime = null } = message;
  const cells = bytesOf(message.cells);
  const rgb = message.rgb === undefined ? null : bytesOf(message.rgb);
  const glyphs = [...codebook].length;
  if (cells === null || cells.some((glyph) => glyph >= glyphs)) return null;
  if (rgb === null && message.rgb !== undefined) return null;
  return { seq, columns: cols, rows, codebook, cells, rgb, ink, ground, drawnAt: t, mediaTime, paramsRev };
};

/** The rows of characters that a frame spells. */
export const linesOf = ({ columns, rows, codebook, cells }: Frame): readonly string[] => {
  const glyphs = [...codebook];
  return Array.from({ length: rows }, (_, row) =>
    Array.from(cells.subarray(row * columns, (row + 1) * columns), (cell) => glyphs[cell]).join(""),
  );
};

/** A buffer with these bytes and no others. */
const ownBuffer = (bytes: Uint8Array): ArrayBuffer =>
  (bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice()).buffer as ArrayBuffer;

const bytesOf = (value: ArrayBuffer | string): Uint8Array | null => {
  try {
    return typeof value === "string" ? decodeBase64(value) : new Uint8Array(value);
  } catch {
    return null;
  }
};
