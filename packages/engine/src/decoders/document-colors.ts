import { CHROMA_ENCODING, decodeBase64, type GridSize } from "@lumiglyph/contract";
import { UnreadableArt } from "./unreadable-art.ts";

/** The bytes of a `chroma` object (decision 2.6): three a cell, exactly those that were encoded. */
export const readChroma = (chroma: { readonly [name: string]: unknown }, { columns, rows }: GridSize): Uint8Array => {
  if (chroma["encoding"] !== CHROMA_ENCODING)
    throw new UnreadableArt(`\`chroma.encoding\` must be ${CHROMA_ENCODING}.`);
  const bytes = bytesOf(chroma["data"]);
  const needed = columns * rows * 3;
  if (bytes.length === needed) return bytes;
  throw new UnreadableArt(`\`chroma.data\` holds ${bytes.length} bytes; ${columns} × ${rows} cells need ${needed}.`);
};

const bytesOf = (data: unknown): Uint8Array => {
  try {
    if (typeof data === "string") return decodeBase64(data);
  } catch {
    // told below, as for any other value
  }
  throw new UnreadableArt("`chroma.data` must be standard base64 with padding.");
};

/** The bytes of a `colors` array (decision 2.4), three a cell; null where the art was drawn without color. */
export const readColors = (colors: unknown, { columns, rows }: GridSize): Uint8Array | null => {
  if (colors === null) return null;
  if (!Array.isArray(colors) || colors.length !== rows) {
    throw new UnreadableArt(`\`colors\` must be null or an array of ${rows} rows.`);
  }
  const bytes = new Uint8Array(columns * rows * 3);
  colors.forEach((line: unknown, row) => {
    if (!Array.isArray(line) || line.length !== columns) {
      throw new UnreadableArt(`\`colors\`, row ${row + 1}, must be an array of ${columns} colors.`);
    }
    line.forEach((color: unknown, column) => {
      bytes.set(bytesOfColor(color, row, column), (row * columns + column) * 3);
    });
  });
  return bytes;
};

const bytesOfColor = (color: unknown, row: number, column: number): readonly number[] => {
  if (typeof color !== "string" || !/^#[0-9a-f]{6}$/.test(color)) {
    throw new UnreadableArt(`\`colors\`, row ${row + 1}, column ${column + 1}, must be a color as #rrggbb.`);
  }
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};
