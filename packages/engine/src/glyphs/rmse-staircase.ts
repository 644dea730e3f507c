import type { Charset, GlyphEvidence } from "@lumiglyph/contract";
import { relativeTones } from "./codebook.ts";
import { rampOf } from "./ramps.ts";
import { leastErrors } from "./smallest-codebook.ts";

/**
 * What each further glyph is worth: the least RMSE that codebooks of 1, 2, 3 … glyphs of the charset can have over the
 * tones of a page. The smallest that holds the limit has the page's size; the page's own RMSE may lie above its step,
 * because taste has a say in which of the codebooks of that size is drawn with.
 */
export const rmseStaircase = ({ charset, tones }: Pick<GlyphEvidence, "charset" | "tones">): readonly number[] =>
  leastErrors(Uint32Array.from(tones), poolOf(charset));

const POOLS = new Map<Charset, Float64Array>();

/** The whole charset's tones: the same array every time, by which the costs know the pool again. */
const poolOf = (charset: Charset): Float64Array => {
  const pool = POOLS.get(charset) ?? relativeTones(rampOf(charset), rampOf(charset)).tones;
  POOLS.set(charset, pool);
  return pool;
};
