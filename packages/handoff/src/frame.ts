import { decodeBase64, encodeBase64, type HandoffMessage } from "@lumiglyph/contract";

/** A picture of characters as it is handed over. */
export type Frame = {
  readonly columns: number;
  readonly rows: number;
  /** The glyphs that cells name by their place in it. */
  readonly codebook: string;
  /** The glyph of each cell, row by row. */
  readonly cells: Uint8Array<ArrayBuffer>;
  /** The color of each cell in sRGB, three bytes a cell; null where there is none. */
  readonly rgb: Uint8Array<ArrayBuffer> | null;
  /** Milliseconds since 1970 when it was drawn. */
  readonly drawnAt: number;
  /** Seconds into the video; null for a camera. */
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
  const { columns: cols, rows, codebook, drawnAt: t, paramsRev, mediaTime } = frame;
  const pack = (bytes: Uint8Array<ArrayBuffer>) => (encoding === "rgb24-u8" ? ownBuffer(bytes) : encodeBase64(bytes));
  const cells = pack(frame.cells);
  const rgb = frame.rgb && pack(frame.rgb);
  const transfer = [cells, rgb].filter((part) => part instanceof ArrayBuffer);
  const message = { type: "frame", seq, t, cols, rows, codebook, cells, paramsRev } as const;
  return { message: { ...message, ...(rgb && { rgb }), ...(mediaTime !== null && { mediaTime }) }, transfer };
};

/** A message as a frame, or null where its cells name glyphs that its codebook has not. */
export const unpackFrame = (message: HandoffMessage<"frame">): ReceivedFrame | null => {
  const { seq, t, cols, rows, codebook, paramsRev, mediaTime = null } = message;
  const cells = bytesOf(message.cells);
  const glyphs = [...codebook].length;
  if (cells.some((glyph) => glyph >= glyphs)) return null;
  const rgb = message.rgb === undefined ? null : bytesOf(message.rgb);
  return { seq, columns: cols, rows, codebook, cells, rgb, drawnAt: t, mediaTime, paramsRev };
};

/** The rows of characters that a frame spells. */
export const linesOf = ({ columns, rows, codebook, cells }: Frame): readonly string[] => {
  const glyphs = [...codebook];
  return Array.from({ length: rows }, (_, row) =>
    Array.from(cells.subarray(row * columns, (row + 1) * columns), (cell) => glyphs[cell]).join(""),
  );
};

/** A buffer with these bytes and no others. */
const ownBuffer = (bytes: Uint8Array<ArrayBuffer>): ArrayBuffer =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes.buffer : bytes.slice().buffer;

const bytesOf = (value: ArrayBuffer | string): Uint8Array<ArrayBuffer> =>
  typeof value === "string" ? decodeBase64(value) : new Uint8Array(value);
