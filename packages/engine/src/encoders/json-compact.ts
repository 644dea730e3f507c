import { CHROMA_ENCODING, type CompactArt, encodeBase64, VERSION } from "@lumiglyph/contract";
import type { Drawing, Encoder } from "./encoder.ts";
import { text } from "./text.ts";

/** Text and chroma in one compact JSON document (answers 2.5 and 2.6). */
export const jsonCompact: Encoder = (drawing) => JSON.stringify(compactArtOf(drawing));

const compactArtOf = (drawing: Drawing): CompactArt => ({
  version: VERSION,
  format: "json-compact",
  columns: drawing.size.columns,
  rows: drawing.size.rows,
  text: text(drawing),
  chroma: { encoding: CHROMA_ENCODING, data: encodeBase64(chromaOf(drawing)) },
  glyphs: drawing.glyphs,
  quality: drawing.quality,
});

const chromaOf = ({ colors }: Drawing): Uint8Array => {
  if (colors === null) throw new RangeError("A compact drawing needs its colors.");
  return colors;
};
