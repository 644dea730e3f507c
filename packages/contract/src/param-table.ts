// Long because it holds the table of all parameters.
import { MOSAIC_CHARSETS } from "./charsets.ts";
import type { RenderOptions } from "./generated/render-options.ts";
import { MAX_ROWS, MIN_COLUMNS } from "./limits.ts";

/** The group a parameter is listed under in documents and in the command line's help. */
export type ParamGroup = "output" | "glyphs" | "tone" | "color" | "detail" | "quality" | "motion";

/** The stages of the pipeline in order, as they appear in traces and documents. */
export const STAGE_NAMES = [
  "luminance",
  "downscale",
  "view",
  "levels",
  "tone",
  "denoise",
  "detail",
  "structure",
  "edges",
  "color",
  "codebook",
  "match",
  "grid",
] as const;

/** A stage of the pipeline. */
export type StageName = (typeof STAGE_NAMES)[number];

/**
 * A stage whose result depends on the parameter, a format whose encoder reads it, or one of three
 * others: the `size` of the grid, the `tuning` by the Auto Director, the `smoothing` of a stream.
 */
type Effect = StageName | Format | "size" | "tuning" | "smoothing";

type Format = NonNullable<RenderOptions["format"]>;

/** A condition: the values of other parameters, listed or all `not` listed; or whether the source moves. */
export type Condition =
  | "still"
  | "moving"
  | {
      readonly [Name in keyof RenderOptions]?:
        | readonly RenderOptions[Name][]
        | { readonly not: readonly RenderOptions[Name][] };
    };

type Described = {
  readonly group: ParamGroup;
  readonly label: string;
  /** The parameter has no effect if one of these conditions holds. */
  readonly idleWhen?: readonly Condition[];
};

/** The part of a row that pages load: what the parser and the controls need. */
export type Param = Described &
  (
    | {
        readonly kind: "integer" | "number";
        readonly min: number;
        readonly max: number;
        readonly step: number;
        readonly default: number;
        /** 0 is also allowed and means no limit. */
        readonly none?: true;
        readonly unit?: string;
      }
    | { readonly kind: "boolean"; readonly default: boolean }
    | {
        readonly kind: "choice";
        readonly values: readonly string[];
        readonly default: string;
        /** The values that are not in the specification. */
        readonly extensions?: readonly string[];
      }
    | {
        readonly kind: "color";
        readonly default: string;
        /** Empty text is also allowed and means the default color. */
        readonly none?: true;
      }
    | { readonly kind: "text"; readonly max: number; readonly default: "" }
    | { readonly kind: "characters"; readonly default: "" }
  );

/** One row of the parameter table. */
export type ParamFacts = Param & {
  readonly says: string;
  readonly affects: readonly Effect[];
  /** Not in the specification. Its default changes no byte of the output. */
  readonly extension?: true;
  /** The Auto Director may tune it unless it is given (answers 1.15). */
  readonly tunable?: true | "in color";
  /** Another value that leaving it out may mean instead of the default, and when. */
  readonly leftOut?: string;
};

/** Terminals draw these charsets, not fonts. All of their glyphs are used, and none is a stroke. */
const WITHOUT_LETTERS = ["blocks", "dots", ...MOSAIC_CHARSETS] as const;

/**
 * The 22 render parameters of specification 2.2, in its order, then the extensions. Types, parsing, schemas and documents
 * derive from here.
 */
export const PARAMS = {
  columns: {
    kind: "integer",
    min: MIN_COLUMNS,
    max: 400,
    step: 1,
    default: 120,
    unit: "characters",
    group: "output",
    label: "Columns",
    says: "output width in characters",
    affects: ["size"],
  },
  charset: {
    kind: "choice",
    values: ["standard", "detailed", "blocks", "binary", "dots", "minimal", ...MOSAIC_CHARSETS],
    extensions: MOSAIC_CHARSETS,
    default: "detailed",
    group: "glyphs",
    label: "Charset",
    says: "glyph ramp; the last four, an extension, divide a cell into rectangles and use two colors per cell if `color` is on",
    affects: ["codebook"],
    leftOut: "the `characters`",
  },
  format: {
    kind: "choice",
    values: ["text", "ansi", "html", "json", "json-compact", "svg", "png"],
    extensions: ["png"],
    default: "text",
    group: "output",
    label: "Format",
    says: "output format; `png`, an extension, is an image of the page",
    affects: [],
  },
  color: {
    kind: "boolean",
    default: false,
    group: "color",
    label: "Color",
    says: "per-cell 24-bit color; ignored by plain text",
    affects: ["color"],
  },
  invert: {
    kind: "boolean",
    default: false,
    group: "tone",
    label: "Invert",
    says: "invert luminance mapping",
    affects: ["tone"],
  },
  contrast: {
    kind: "number",
    min: 0.2,
    max: 4,
    step: 0.05,
    default: 1.15,
    group: "tone",
    label: "Contrast",
    says: "tonal contrast multiplier",
    affects: ["tone"],
    tunable: true,
  },
  brightness: {
    kind: "number",
    min: -150,
    max: 150,
    step: 1,
    default: 0,
    group: "tone",
    label: "Brightness",
    says: "luminance offset",
    affects: ["tone"],
    tunable: true,
  },
  saturation: {
    kind: "number",
    min: 0,
    max: 4,
    step: 0.05,
    default: 1.4,
    group: "color",
    label: "Saturation",
    says: "color-mode saturation boost",
    affects: ["color"],
    tunable: "in color",
    idleWhen: [{ color: [false], format: { not: ["json-compact"] } }],
  },
  gamma: {
    kind: "number",
    min: 0.2,
    max: 3,
    step: 0.05,
    default: 1,
    group: "tone",
    label: "Gamma",
    says: "perceptual midtone response",
    affects: ["tone"],
    tunable: true,
  },
  edges: {
    kind: "boolean",
    default: false,
    group: "detail",
    label: "Edges",
    says: "Sobel edge-detection line-art mode",
    affects: ["edges"],
  },
  edgeStrength: {
    kind: "number",
    min: 0.1,
    max: 5,
    step: 0.1,
    default: 1.8,
    group: "detail",
    label: "Edge strength",
    says: "edge magnitude multiplier",
    affects: ["edges"],
    idleWhen: [{ edges: [false] }],
  },
  dither: {
    kind: "boolean",
    default: false,
    group: "glyphs",
    label: "Dither",
    says: "Floyd-Steinberg error diffusion",
    affects: ["match"],
    idleWhen: ["moving"],
  },
  sharpen: {
    kind: "number",
    min: 0,
    max: 1,
    step: 0.05,
    default: 0.35,
    group: "detail",
    label: "Sharpen",
    says: "unsharp-mask detail enhancement",
    affects: ["detail"],
    tunable: true,
  },
  autoLevels: {
    kind: "number",
    min: 0,
    max: 1,
    step: 0.05,
    default: 0.9,
    group: "tone",
    label: "Auto levels",
    says: "automatic percentile histogram stretch",
    affects: ["levels"],
    tunable: true,
  },
  structure: {
    kind: "number",
    min: 0,
    max: 1,
    step: 0.05,
    default: 0.55,
    group: "detail",
    label: "Structure",
    says: "contour-aware substitution of directional glyphs (hyphen, slash, vertical bar, backslash)",
    affects: ["structure"],
    tunable: true,
    idleWhen: [{ charset: WITHOUT_LETTERS }],
  },
  denoise: {
    kind: "number",
    min: 0,
    max: 1,
    step: 0.05,
    default: 0.35,
    group: "detail",
    label: "Denoise",
    says: "edge-preserving bilateral denoising before detail recovery",
    affects: ["denoise"],
    tunable: true,
  },
  motionSensitivity: {
    kind: "number",
    min: 0,
    max: 1,
    step: 0.05,
    default: 0.7,
    group: "motion",
    label: "Motion sensitivity",
    says: "how quickly video follows motion: prior probability of a change in the final Bayesian update",
    affects: ["smoothing"],
    idleWhen: ["still"],
  },
  autoOptimize: {
    kind: "number",
    min: 0,
    max: 1,
    step: 0.05,
    default: 0.9,
    group: "quality",
    label: "Auto Director",
    says: "strength of Auto Director tuning against the selected rubric",
    affects: ["tuning"],
    idleWhen: [{ edges: [true] }],
  },
  qualityTarget: {
    kind: "choice",
    values: ["balanced", "portrait", "motion", "low-light", "round-trip"],
    default: "balanced",
    group: "quality",
    label: "Quality target",
    says: "quality rubric",
    affects: ["tuning"],
  },
  glyphStrategy: {
    kind: "choice",
    values: ["adaptive", "fixed"],
    default: "adaptive",
    group: "glyphs",
    label: "Glyph strategy",
    says: "`adaptive` picks the smallest glyph codebook under `maxGlyphRmse`; `fixed` keeps the selected ramp",
    affects: ["codebook"],
    idleWhen: [{ charset: WITHOUT_LETTERS }],
  },
  maxGlyphRmse: {
    kind: "number",
    min: 0.005,
    max: 0.1,
    step: 0.005,
    default: 0.03,
    group: "glyphs",
    label: "Max glyph RMSE",
    says: "maximum normalized luminance quantization RMSE for adaptive glyph selection",
    affects: ["codebook"],
    idleWhen: [{ glyphStrategy: ["fixed"] }, { charset: WITHOUT_LETTERS }],
  },
  monoColor: {
    kind: "color",
    default: "#e5e5e5",
    group: "color",
    label: "Mono color",
    says: "color for mono/ansi/svg/html output",
    affects: ["ansi", "html", "json", "svg", "png"],
    idleWhen: [{ color: [true] }],
    leftOut: "#1a1a1a on a light background",
  },
  fill: {
    kind: "number",
    min: 0,
    max: 1,
    step: 0.05,
    default: 0,
    group: "color",
    label: "Fill",
    says: "an extension: with color, strength of each cell's background color, from 0 (black) to 1 (closest to the picture)",
    extension: true,
    affects: ["match"],
    idleWhen: [{ color: [false] }, { charset: MOSAIC_CHARSETS }],
  },
  colors: {
    kind: "choice",
    values: ["truecolor", "256", "16", "8"],
    default: "truecolor",
    group: "color",
    label: "Palette",
    says: "an extension: with color, the palette: 24-bit, or the 256, 16 or 8 colors of a terminal",
    extension: true,
    affects: ["match"],
    idleWhen: [{ color: [false] }],
  },
  background: {
    kind: "choice",
    values: ["dark", "light"],
    default: "dark",
    group: "color",
    label: "Background",
    says: "an extension: background that the art is read on; on `light`, glyphs are dark, `#1a1a1a` unless `monoColor` is given",
    extension: true,
    affects: ["tone"],
  },
  paper: {
    kind: "color",
    default: "",
    none: true,
    group: "color",
    label: "Paper",
    says: "an extension: page color in html, svg and png; empty for black, or white on a light background",
    extension: true,
    affects: ["html", "svg", "png"],
  },
  glow: {
    kind: "number",
    min: 0,
    max: 1,
    step: 0.05,
    default: 0,
    group: "color",
    label: "Glow",
    says: "an extension: how much light spreads around the characters in html and svg",
    extension: true,
    affects: ["html", "svg"],
  },
  font: {
    kind: "choice",
    values: [
      "any",
      "cascadia",
      "dejavu",
      "fira",
      "hack",
      "inconsolata",
      "jetbrains",
      "liberation",
      "noto",
      "plex",
      "roboto",
      "source-code",
      "ubuntu",
    ],
    default: "any",
    group: "glyphs",
    label: "Font",
    says: "an extension: the font that the output will be displayed in, to which glyph brightness is calibrated; `any` suits all fonts",
    extension: true,
    affects: ["codebook"],
    idleWhen: [{ charset: WITHOUT_LETTERS }],
  },
  characters: {
    kind: "characters",
    default: "",
    group: "glyphs",
    label: "Characters",
    says: "an extension: the characters to draw with, in any order, instead of a `charset`",
    extension: true,
    affects: ["codebook"],
  },
  rows: {
    kind: "integer",
    min: 2,
    max: MAX_ROWS,
    step: 1,
    default: 0,
    none: true,
    unit: "characters",
    group: "output",
    label: "Rows",
    says: "an extension: maximum height in characters; the grid is the largest that fits `columns` × `rows`",
    extension: true,
    affects: ["size"],
  },
  cellAspect: {
    kind: "number",
    min: 0.3,
    max: 1,
    step: 0.05,
    default: 0.5,
    group: "output",
    label: "Cell aspect",
    says: "an extension: width ÷ height of a character cell in the font that shows the art",
    extension: true,
    affects: ["size"],
  },
  maxCharacters: {
    kind: "integer",
    min: 64,
    max: 1_000_000,
    step: 1,
    default: 0,
    none: true,
    unit: "characters",
    group: "output",
    label: "Max characters",
    says: "an extension: maximum length of the whole output; the grid is the largest up to `columns` that fits",
    extension: true,
    affects: ["size"],
  },
  alt: {
    kind: "text",
    max: 300,
    default: "",
    group: "output",
    label: "Description",
    says: "an extension: alternative text for html, svg and png",
    extension: true,
    affects: ["html", "svg", "png"],
  },
  pixelsPerCell: {
    kind: "integer",
    min: 6,
    max: 24,
    step: 1,
    default: 10,
    unit: "pixels",
    group: "output",
    label: "Pixels per cell",
    says: "an extension: width of a character in png, in pixels",
    extension: true,
    affects: ["png"],
  },
  theme: {
    kind: "choice",
    values: ["one", "auto"],
    default: "one",
    group: "output",
    label: "Theme",
    says: "an extension: `auto` makes one svg that follows the viewer's light or dark theme",
    extension: true,
    affects: ["svg"],
  },
  reveal: {
    kind: "number",
    min: 0,
    max: 10,
    step: 0.5,
    default: 0,
    unit: "seconds",
    group: "output",
    label: "Reveal",
    says: "an extension: reveal an svg line by line over this many seconds; viewers that prefer reduced motion see it at once",
    extension: true,
    affects: ["svg"],
    idleWhen: [{ format: { not: ["svg"] } }],
  },
} as const satisfies Record<string, ParamFacts>;

export type ParamName = keyof typeof PARAMS;

/** The whole row of a parameter, typed as any row. */
export const paramFacts = (name: ParamName): ParamFacts => PARAMS[name];

/**
 * Parameters that differ between "default sent" and "left out", and the meaning of leaving them
 * out. Schemas show no `default` for them, because clients send the defaults they are shown.
 */
export const leftOut = (name: ParamName): string | null => {
  const row = paramFacts(name);
  if (row.tunable)
    return `if omitted, it is tuned to the picture, starting from ${row.default}; a value that is sent is kept`;
  return row.leftOut === undefined ? null : `if omitted, it is ${row.default}, or ${row.leftOut}`;
};
