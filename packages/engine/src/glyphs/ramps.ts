import type { Charset } from "@lumiglyph/contract";
import { ATLAS } from "./atlas.ts";
import { CHARSET_GLYPHS } from "./charsets.ts";

/**
 * The charset's glyphs from least to most measured ink, as indexes into the atlas; equal ink goes by code point.
 * The first is always the blank, the only glyph without ink.
 */
export function rampOf(charset: Charset): readonly number[] {
  return RAMPS[charset];
}

const RAMPS: Readonly<Record<Charset, readonly number[]>> = {
  standard: byInk(CHARSET_GLYPHS.standard),
  detailed: byInk(CHARSET_GLYPHS.detailed),
  blocks: byInk(CHARSET_GLYPHS.blocks),
  binary: byInk(CHARSET_GLYPHS.binary),
  dots: byInk(CHARSET_GLYPHS.dots),
  minimal: byInk(CHARSET_GLYPHS.minimal),
};

function byInk(glyphs: string): readonly number[] {
  return [...glyphs].map(ATLAS.indexOf).sort((a, b) => ATLAS.tone[a]! - ATLAS.tone[b]! || codeOf(a) - codeOf(b));
}

function codeOf(index: number): number {
  return ATLAS.glyphs[index]!.codePointAt(0)!;
}
