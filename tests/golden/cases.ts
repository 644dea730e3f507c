import { DEFAULT_PARAMS, FORMATS, PARAM_NAMES, PARAMS, type RenderParams } from "@lumiglyph/contract";
import { optionsFor, otherValue, paramsWith } from "../support/params.ts";

/** An image of `fixtures/` without its extension, and its parameters. */
type Row = readonly [picture: string, params: Partial<RenderParams>];

/** Golden cases: every parameter and every choice, on an image that shows it. */
const TABLE: readonly Row[] = [
  ["still-life", { columns: 80 }],
  ["still-life", { columns: 60, charset: "standard", dither: true }],
  ["still-life", { columns: 60, charset: "standard", glyphStrategy: "fixed" }],
  ["still-life", { columns: 60, charset: "blocks" }],
  ["still-life", { columns: 60, charset: "binary", dither: true }],
  ["still-life", { columns: 60, charset: "dots", dither: true }],
  ["still-life", { columns: 60, charset: "minimal" }],
  ["still-life", { columns: 60, charset: "halves" }],
  ["still-life", { columns: 60, charset: "quadrants", color: true, format: "svg" }],
  ["still-life", { columns: 60, charset: "sextants", color: true, format: "html" }],
  ["still-life", { columns: 60, charset: "octants", color: true, format: "ansi" }],
  ["still-life", { columns: 60, fill: 0.6, color: true, format: "json" }],
  ["still-life", { columns: 60, fill: 1, color: true, format: "json-compact" }],
  ["still-life", { columns: 60, charset: "octants", colors: "256", color: true, format: "ansi" }],
  ["still-life", { columns: 60, charset: "sextants", colors: "16", dither: true, color: true, format: "ansi" }],
  ["still-life", { columns: 60, colors: "8", color: true, format: "json" }],
  ["still-life", { columns: 60, background: "light" }],
  ["still-life", { columns: 40, background: "light", color: true, format: "html" }],
  ["still-life", { columns: 40, background: "light", color: true, fill: 0.6, format: "svg" }],
  ["portrait", { columns: 40, paper: "#16407f", glow: 0.6, format: "html" }],
  ["portrait", { columns: 40, paper: "#16407f", glow: 0.6, format: "svg" }],
  ["still-life", { columns: 60, edges: true }],
  ["still-life", { columns: 40, format: "ansi", color: true }],
  ["still-life", { columns: 40, format: "html", color: true, saturation: 2 }],
  ["still-life", { columns: 40, format: "svg", color: true }],
  ["still-life", { columns: 24, format: "json", color: true }],
  ["still-life", { columns: 40, format: "json-compact" }],
  ["portrait", { columns: 40, format: "png" }],
  ["portrait", { columns: 40, format: "svg", theme: "auto", reveal: 2 }],
  ["still-life", { columns: 40, charset: "octants", color: true, pixelsPerCell: 6, format: "png" }],
  ["portrait", { columns: 60, characters: " .oO0@" }],
  ["portrait", { columns: 80, rows: 24 }],
  ["portrait", { columns: 80, maxCharacters: 2000, color: true, format: "ansi" }],
  ["portrait", { columns: 40, cellAspect: 0.4, alt: "A woman looks to the left", format: "html" }],
  ["still-life", { columns: 40, cellAspect: 0.6, charset: "quadrants", color: true, format: "svg" }],
  ["portrait", { columns: 80, qualityTarget: "portrait" }],
  ["portrait", { columns: 60, invert: true }],
  ["portrait", { columns: 60, gamma: 1.4, sharpen: 0.8 }],
  ["portrait", { columns: 60, maxGlyphRmse: 0.1 }],
  ["portrait", { columns: 60, maxGlyphRmse: 0.005 }],
  ["portrait", { columns: 40, format: "ansi", monoColor: "#ffb000" }],
  ["portrait", { columns: 40, format: "html" }],
  ["portrait", { columns: 40, format: "json", qualityTarget: "round-trip", motionSensitivity: 0.2 }],
  ["moonlit", { columns: 80, qualityTarget: "low-light" }],
  ["moonlit", { columns: 60, brightness: 40, contrast: 1.5 }],
  ["moonlit", { columns: 60, autoLevels: 0, autoOptimize: 0 }],
  ["moonlit", { columns: 60, denoise: 1, qualityTarget: "motion" }],
  ["line-drawing", { columns: 80 }],
  ["line-drawing", { columns: 80, invert: true, structure: 1 }],
  ["line-drawing", { columns: 60, edges: true, edgeStrength: 4 }],
  ["line-drawing", { columns: 40, format: "svg", invert: true }],
  ["charts/ramp", { columns: 64 }],
  ["charts/ramp", { columns: 64, dither: true, charset: "minimal" }],
  ["charts/ramp", { columns: 64, glyphStrategy: "fixed" }],
  ["charts/steps", { columns: 66, charset: "blocks", glyphStrategy: "fixed" }],
  ["charts/alpha", { columns: 40, invert: true }],
  ["charts/color-wheel", { columns: 40, format: "json-compact", saturation: 0 }],
  ["line-drawing", { columns: 32, format: "json" }],
  ["portrait", { columns: 32, format: "json", qualityTarget: "portrait" }],
  ["still-life", { columns: 32, format: "json", qualityTarget: "portrait" }],
  ["line-drawing", { columns: 32, format: "json", qualityTarget: "motion" }],
  ["moonlit", { columns: 32, format: "json", qualityTarget: "motion" }],
  ["still-life", { columns: 32, format: "json", qualityTarget: "low-light" }],
  ["moonlit", { columns: 32, format: "json", qualityTarget: "low-light" }],
  ["charts/ramp", { columns: 24, format: "json", qualityTarget: "round-trip" }],
  ["charts/edges", { columns: 60, structure: 1 }],
  ["charts/edges", { columns: 60, structure: 1, glyphStrategy: "fixed" }],
  ...PARAMS.font.values.filter((font) => font !== "any").map((font): Row => ["portrait", { columns: 40, font }]),
  ["portrait", { columns: 40, font: "cascadia", background: "light" }],
  ["portrait", { columns: 24, font: "cascadia", color: true, format: "html" }],
  ["portrait", { columns: 24, font: "ubuntu", format: "json" }],
];

/** A golden file: `file` is its path from this folder, `given` the named parameters. */
export type Case = {
  readonly picture: string;
  readonly given: Partial<RenderParams>;
  readonly file: string;
};

/** A case for each parameter that no row above shows. */
const others = PARAM_NAMES.filter((name) => TABLE.every(([, given]) => given[name] === undefined)).map(
  (name): Row => ["portrait", { columns: 40, ...optionsFor(name), [name]: otherValue(name) }],
);

/** Every case with its file. */
export const CASES: readonly Case[] = [...TABLE, ...others].map(([picture, given]) => ({
  picture,
  given,
  file: `${picture}/${nameOf(given)}.${FORMATS[given.format ?? "text"].extension}`,
}));

/** The parameters that differ from their defaults, in the order of the parameter table: `columns=60 dither=true`. */
function nameOf(given: Partial<RenderParams>): string {
  const params = paramsWith(given);
  const changed = PARAM_NAMES.filter((name) => params[name] !== DEFAULT_PARAMS[name]);
  const named = changed.map((name) => `${name}=${params[name]}`);
  return named.length === 0 ? "defaults" : named.join(" ");
}
