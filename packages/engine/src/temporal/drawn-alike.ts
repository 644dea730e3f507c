import type { ParamName, RenderParams } from "@lumiglyph/contract";

/** Whether two sets of parameters lead to the same glyphs. */
export const areDrawnAlike = (one: RenderParams, other: RenderParams): boolean =>
  one === other || GLYPH_PARAMS.every((name) => one[name] === other[name]);

/** Parameters that have a say in the glyphs of a stream. Others color them, or write them down, or come into play later. */
const GLYPH_PARAMS: readonly ParamName[] = [
  "charset",
  "invert",
  "contrast",
  "brightness",
  "gamma",
  "edges",
  "edgeStrength",
  "sharpen",
  "autoLevels",
  "structure",
  "denoise",
  "glyphStrategy",
  "maxGlyphRmse",
];
