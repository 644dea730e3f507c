import { type FormatId, PARAM_NAMES, PARAMS, type Param, type ParamGroup, type ParamName } from "@lumiglyph/contract";
import { sentence } from "./markdown/page.ts";

/** What each group of parameters is called. */
export const GROUP_TITLES: { readonly [Group in ParamGroup]: string } = {
  output: "Output",
  glyphs: "Glyphs",
  color: "Color",
  tone: "Tone",
  detail: "Detail",
  quality: "Quality",
  motion: "Motion",
};

/** The groups that have parameters, in the order of the table. */
export const paramGroups = (): readonly ParamGroup[] => [...new Set(PARAM_NAMES.map((name) => PARAMS[name].group))];

export const paramsOf = (group: ParamGroup): readonly ParamName[] =>
  PARAM_NAMES.filter((name) => PARAMS[name].group === group);

/** What the kind of a parameter is called. */
export const KIND_NAMES: { readonly [Kind in Param["kind"]]: string } = {
  integer: "integer",
  number: "float",
  boolean: "boolean",
  choice: "enum",
  color: "string, hex color",
};

/** What a parameter means, and what one has to know about it. */
export const paramSays = (name: ParamName): string =>
  [sentence(PARAMS[name].says), PARAM_NOTES[name] ?? ""].join(" ").trimEnd();

/** How parameters may be sent, in words. */
export const PARAMS_SAY = `The render operation takes ${PARAM_NAMES.length} parameters, all optional. Each may stand in the query string, in a multipart form field, or as a key of a JSON body; in two places only with equal values. A value outside its range is refused with \`parameter_invalid\`, never clamped.`;

/** What one has to know about a parameter beyond its meaning (answers 1.12, 1.14, 1.18). */
const PARAM_NOTES: { readonly [Name in ParamName]?: string } = {
  charset: "With `adaptive` it is the pool to choose from; `blocks` and `dots` are kept whole.",
  color: "Never changes the glyphs.",
  saturation: "Never changes the glyphs.",
  monoColor: "Never changes the glyphs.",
  edgeStrength: "Acts only with `edges`.",
  maxGlyphRmse: "Acts only with `glyphStrategy=adaptive`.",
  motionSensitivity: "Checked and told back, without effect on a single picture.",
  autoOptimize: "0 switches the tuning off. A parameter that you set is never tuned.",
};

/** What an output of each format holds. */
export const FORMAT_CONTENTS: { readonly [Id in FormatId]: string } = {
  text: "One line a row, a line feed after each; blanks at a line's end are kept.",
  ansi: "The same with 24-bit SGR colors, reset at each line's end.",
  html: "A standalone document without script.",
  json: "Lines, colors, evidence and parameters.",
  "json-compact": "Text, a color for each cell, and evidence, without white space.",
  svg: "A standalone picture without script or outside reference.",
};

/** The layout of the compact chroma encoding (answers 2.6) in words. */
export const CHROMA_SAYS =
  "row by row from the top left, three bytes a cell (red, green, blue; sRGB), in base64 with padding";
