import type { GlyphEvidence, RenderParams } from "@lumiglyph/contract";
import type { PipelineState } from "../pipeline-state.ts";
import { ATLAS, STROKES } from "./atlas.ts";
import { drawnGlyphs, glyphText } from "./codebook.ts";

/** Which glyphs were chosen, and how well they hold the picture's tones. */
export const glyphEvidence = (state: PipelineState, params: RenderParams): GlyphEvidence => {
  const { codebook } = state;
  const limit = params.glyphStrategy === "adaptive" ? params.maxGlyphRmse : null;
  return {
    strategy: params.glyphStrategy,
    charset: params.charset,
    codebook: glyphText(codebook.glyphs),
    inks: [...codebook.tones],
    size: codebook.glyphs.length,
    rmse: codebook.rmse,
    drawn: drawnError(state),
    contours: contoursDrawn(state, params),
    limit,
    withinLimit: limit === null || codebook.rmse <= limit,
    adapted: codebook.adapted,
    tones: [...codebook.histogram],
  };
};

/** RMSE of each cell's light against the light it wanted, relative to the densest glyph of the charset. */
const drawnError = ({ cells, codebook, wanted }: PipelineState): number => {
  const lights = drawnGlyphs(codebook).map((glyph) => ATLAS.tone[glyph]! / codebook.densest);
  let sum = 0;
  for (let cell = 0; cell < cells.length; cell++) {
    const distance = lights[cells[cell]!]! - Math.min(1, Math.max(0, wanted[cell]!));
    sum += distance * distance;
  }
  return Math.sqrt(sum / cells.length);
};

/**
 * The strokes in use, whether added to the codebook or along contours, and the share of cells with a stroke along their
 * contour.
 */
const contoursDrawn = (
  { cells, codebook, contours }: PipelineState,
  { structure }: RenderParams,
): GlyphEvidence["contours"] => {
  const drawn = drawnGlyphs(codebook);
  const used = new Set<number>();
  let count = 0;
  for (let cell = 0; structure > 0 && contours !== null && cell < cells.length; cell++) {
    const glyph = drawn[cells[cell]!]!;
    if (codebook.strokes?.includes(glyph)) used.add(glyph);
    if (glyph !== STROKES[contours.direction[cell]! - 1]) continue;
    used.add(glyph);
    count++;
  }
  const strokes = STROKES.filter((glyph) => used.has(glyph));
  const inks = strokes.map((glyph) => ATLAS.tone[glyph]! / codebook.densest);
  return { glyphs: glyphText(strokes), inks, share: count / cells.length };
};
