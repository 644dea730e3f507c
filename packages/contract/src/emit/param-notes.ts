import type { ParamName } from "../params.ts";

/** What one has to know about a parameter beyond its meaning (decisions 1.12, 1.14, 1.18). */
export const PARAM_NOTES: { readonly [Name in ParamName]?: string } = {
  charset: "With `adaptive` it is the pool to choose from; `blocks` and `dots` are kept whole.",
  color: "Never changes the glyphs.",
  saturation: "Never changes the glyphs.",
  monoColor: "Never changes the glyphs.",
  edgeStrength: "Acts only with `edges`.",
  maxGlyphRmse: "Acts only with `glyphStrategy=adaptive`.",
  motionSensitivity: "Checked and told back, without effect on a single picture.",
  autoOptimize: "0 switches the tuning off. A parameter that you set is never tuned.",
};
