import { CHROMA_ENCODING, type CompactArt, encodeBase64, VERSION } from "@lumiglyph/contract";
import type { RenderResult } from "../picture.ts";
import type { Encoder } from "./encoder.ts";
import { text } from "./text.ts";

/** Text and chroma in one compact JSON document (answers 2.5 and 2.6). */
export const jsonCompact: Encoder = (result, colors) => {
  if (colors === null) throw new RangeError("json-compact needs colors.");
  return JSON.stringify(compactArtOf(result, colors));
};

const compactArtOf = (result: RenderResult, colors: Uint8Array): CompactArt => ({
  version: VERSION,
  format: "json-compact",
  columns: result.size.columns,
  rows: result.size.rows,
  text: text(result, null),
  chroma: { encoding: CHROMA_ENCODING, data: encodeBase64(colors) },
  ...(result.grounds !== null && { grounds: { encoding: CHROMA_ENCODING, data: encodeBase64(result.grounds) } }),
  glyphs: result.glyphs,
  quality: result.quality,
});
