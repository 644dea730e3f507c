import { type FormatId, PARAM_NAMES, PARAMS, type Param, type ParamGroup, type ParamName } from "@lumiglyph/contract";
import { sentence } from "./markdown/page.ts";

/** Titles of the parameter groups. */
export const GROUP_TITLES: { readonly [Group in ParamGroup]: string } = {
  output: "Output",
  glyphs: "Glyphs",
  color: "Color",
  tone: "Tone",
  detail: "Detail",
  quality: "Quality",
  motion: "Motion",
};

/** The groups that have parameters, in table order. */
export const paramGroups = (): readonly ParamGroup[] => [...new Set(PARAM_NAMES.map((name) => PARAMS[name].group))];

export const paramsOf = (group: ParamGroup): readonly ParamName[] =>
  PARAM_NAMES.filter((name) => PARAMS[name].group === group);

/** Names of the parameter kinds. */
export const KIND_NAMES: { readonly [Kind in Param["kind"]]: string } = {
  integer: "integer",
  number: "float",
  boolean: "boolean",
  choice: "enum",
  color: "string, hex color",
  text: "string",
  characters: "string",
};

/** A parameter's meaning, with its note. */
export const paramSays = (name: ParamName): string =>
  [sentence(PARAMS[name].says), PARAM_NOTES[name] ?? ""].join(" ").trimEnd();

/** How to send parameters. */
export const PARAMS_SAY = `The render operation takes ${PARAM_NAMES.length} parameters, all optional. Send each in the query string, as a multipart form field, or as a key of a JSON body; in two places only with equal values. A value out of range is refused with \`parameter_invalid\`, never clamped.`;

/** Notes on parameters beyond their meaning (answers 1.12, 1.14, 1.18). */
const PARAM_NOTES: { readonly [Name in ParamName]?: string } = {
  charset: "With `adaptive`, glyphs are chosen from it; `blocks` and `dots` are used whole.",
  color: "In color, glyphs and inks are chosen together.",
  monoColor: "Never changes the glyphs.",
  edgeStrength: "Used only with `edges`.",
  maxGlyphRmse: "Used only with `glyphStrategy=adaptive`.",
  motionSensitivity: "Validated and echoed, but without effect on a single picture.",
  characters: "Not together with `charset`.",
  rows: "0 for no limit. The grid keeps the picture's proportions, but never has fewer than 8 columns.",
  cellAspect: "A terminal's line height decides it; most are near 0.5. html and svg have cells of this shape.",
  maxCharacters: "0 for no limit. Neither for video nor in the studio, and not together with `format=png`.",
  pixelsPerCell: "A PNG has at most 32 million pixels.",
  autoOptimize: "0 turns tuning off. A parameter that you set is never tuned.",
};

/** Contents of each format. */
export const FORMAT_CONTENTS: { readonly [Id in FormatId]: string } = {
  text: "One line per row, each ending in a line feed; trailing spaces are kept.",
  ansi: "The same with 24-bit SGR colors, reset at the end of each line.",
  html: "A standalone document without scripts.",
  json: "Lines, colors, evidence and parameters.",
  "json-compact": "Text, a color for each cell, and evidence, without whitespace.",
  svg: "A standalone image without scripts or external references.",
  png: "An image of the page, as in the studio; an extension. Its description is in a text chunk.",
};

/** The layout of the compact chroma encoding (answers 2.6). */
export const CHROMA_SAYS =
  "row by row from the top left, three bytes per cell (red, green, blue; sRGB), in base64 with padding";
