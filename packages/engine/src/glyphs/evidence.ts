import type { GlyphEvidence, RenderParams } from "@lumiglyph/contract";
import { cellMeans } from "../cells.ts";
import { fromTone, luminance } from "../math/srgb.ts";
import { type PipelineState, pairColors } from "../pipeline-state.ts";
import { mapPlane, type Plane } from "../plane.ts";
import { lightOfTone } from "../search/target.ts";
import { lightWanted } from "../stages/codebook.ts";
import { hasGrounds } from "../stages/color.ts";
import { pageTones } from "../stages/match.ts";
import { STROKES } from "./atlas.ts";
import { drawnGlyphs, glyphText } from "./codebook.ts";

/** The chosen glyphs, and their error against the picture's tones. */
export const glyphEvidence = (state: PipelineState, params: RenderParams): GlyphEvidence => {
  const { codebook } = state;
  const limit = params.glyphStrategy === "adaptive" ? params.maxGlyphRmse : null;
  return {
    strategy: params.glyphStrategy,
    charset: params.charset,
    codebook: glyphText(codebook.atlas, codebook.glyphs),
    inks: [...codebook.tones],
    size: codebook.glyphs.length,
    rmse: codebook.rmse,
    drawn: drawnError(state, params),
    contours: contoursDrawn(state, params),
    limit,
    withinLimit: limit === null || codebook.rmse <= limit,
    adapted: codebook.adapted,
    tones: [...codebook.histogram],
  };
};

/** RMSE of each cell's light against the light it wanted, relative to the charset's densest glyph in white. */
const drawnError = (state: PipelineState, params: RenderParams): number => {
  const { cells, codebook, wanted, inks, hues } = state;
  const colors = pairColors(state);
  if (colors !== null) return pairError(state, colors, params);
  const lights = drawnGlyphs(codebook).map((glyph) => codebook.atlas.tone[glyph]! / codebook.densest);
  let sum = 0;
  for (let cell = 0; cell < cells.length; cell++) {
    const light = lights[cells[cell]!]! * (inks?.[cell] ?? 1);
    const asked = hues === null ? wanted[cell]! : lightWanted(wanted[cell]!, hues.most[cell]!, params);
    const distance = light - Math.min(1, Math.max(0, asked));
    sum += distance * distance;
  }
  return Math.sqrt(sum / cells.length);
};

/** The same for cells of two colors: RMSE of a cell's luminance against that of its tones. */
const pairError = (state: PipelineState, colors: Float64Array, params: RenderParams): number => {
  const wanted = cellMeans(pairLight(state, params), state.size);
  let sum = 0;
  for (let cell = 0, at = 0; cell < wanted.length; cell++, at += 3) {
    sum += (luminance(colors[at]!, colors[at + 1]!, colors[at + 2]!) - wanted[cell]!) ** 2;
  }
  return Math.sqrt(sum / wanted.length);
};

/**
 * Luminance of the requested page. On paper, tones are those of ink; characters alone cannot be as
 * dark.
 */
const pairLight = (state: PipelineState, params: RenderParams): Plane => {
  const isPaper = params.background === "light";
  if (isPaper && !hasGrounds(params)) {
    return mapPlane(lightOfTone(state.tone, { ...pageTones(state), inked: false }), (taken) => 1 - taken);
  }
  return mapPlane(state.tone, (tone) => {
    const own = Math.min(1, Math.max(0, tone));
    return fromTone(isPaper ? 1 - own : own);
  });
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
  for (let cell = 0; codebook.strokes !== null && structure > 0 && contours !== null && cell < cells.length; cell++) {
    const glyph = drawn[cells[cell]!]!;
    if (codebook.strokes?.includes(glyph)) used.add(glyph);
    if (glyph !== STROKES[contours.direction[cell]! - 1]) continue;
    used.add(glyph);
    count++;
  }
  const strokes = STROKES.filter((glyph) => used.has(glyph));
  const inks = strokes.map((glyph) => codebook.atlas.tone[glyph]! / codebook.densest);
  return { glyphs: glyphText(codebook.atlas, strokes), inks, share: count / cells.length };
};
