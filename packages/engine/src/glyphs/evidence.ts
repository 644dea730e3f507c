import type { GlyphEvidence, RenderParams } from "@lumiglyph/contract";
import type { Frame } from "../frame.ts";
import { ATLAS, STROKES } from "./atlas.ts";
import { drawnGlyphs, spelled } from "./codebook.ts";
/** What was chosen to draw with and how well it holds the picture's tones. */
export const glyphEvidence = (frame: Frame, params: RenderParams): GlyphEvidence => {
  const { codebook } = frame;
  const limit = params.glyphStrategy === "adaptive" ? params.maxGlyphRmse : null;
  return {
    strategy: params.glyphStrategy,
    charset: params.charset,
    codebook: spelled(codebook.glyphs),
    inks: [...codebook.tones],
    size: codebook.glyphs.length,
    rmse: codebook.rmse,
    drawn: drawnError(frame),
    contours: contoursDrawn(frame, params),
    limit,
    withinLimit: limit === null || codebook.rmse <= limit,
    adapted: codebook.adapted,
    tones: [...codebook.histogram],
  };
};

/** Root mean square distance of each cell's light to what it wanted, the densest glyph of the charset being 1. */
const drawnError = ({ cells, codebook, wanted }: Frame): number => {
  const lights = drawnGlyphs(codebook).map((glyph) => ATLAS.tone[glyph]! / codebook.densest);
  let sum = 0;
  for (let cell = 0; cell < cells.length; cell++) {
    const distance = lights[cells[cell]!]! - Math.min(1, Math.max(0, wanted[cell]!));
    sum += distance * distance;
  }
  return Math.sqrt(sum / cells.length);
};

/** The strokes that the page has on top of its codebook or along contours, and the share of all cells with the latter. */
const contoursDrawn = (
  { cells, codebook, contours }: Frame,
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
  return { glyphs: spelled(strokes), inks, share: count / cells.length };
};
