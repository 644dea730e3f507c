import type { GlyphEvidence, RenderParams } from "@lumiglyph/contract";
import type { Frame } from "../frame.ts";
import { ATLAS } from "./atlas.ts";

/** What was chosen to draw with and how well it holds the picture's tones. */
export const glyphEvidence = ({ codebook }: Frame, params: RenderParams): GlyphEvidence => {
  const limit = params.glyphStrategy === "adaptive" ? params.maxGlyphRmse : null;
  return {
    strategy: params.glyphStrategy,
    charset: params.charset,
    codebook: codebook.glyphs.map((index) => ATLAS.glyphs[index]!).join(""),
    inks: [...codebook.tones],
    size: codebook.glyphs.length,
    rmse: codebook.rmse,
    limit,
    withinLimit: limit === null || codebook.rmse <= limit,
    adapted: codebook.adapted,
    tones: [...codebook.histogram],
  };
};
