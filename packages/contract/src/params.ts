// Long because it holds the table of all parameters.
import { DEFAULTS, type RenderOptions } from "./generated/render-options.ts";
import { MAX_ROWS, MIN_COLUMNS } from "./limits.ts";

/** The group a parameter is listed under in documents and in the command line's help. */
export type ParamGroup = "output" | "glyphs" | "tone" | "color" | "detail" | "quality" | "motion";

type Described = {
  readonly group: ParamGroup;
  readonly label: string;
  /** A shorter label for the studio's panel, under the section's title. */
  readonly short?: string;
  readonly says: string;
  /** Not in the specification. Its default changes no byte of the output. */
  readonly extension?: true;
};

/** One row of the parameter table. */
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

/** Charsets that divide a cell into rectangles; in color each cell has two colors. */
export const MOSAIC_CHARSETS = ["halves", "quadrants", "sextants", "octants"] as const;

export type MosaicCharset = (typeof MOSAIC_CHARSETS)[number];

/** The charset if it is a mosaic, else null. */
export const mosaicOf = (charset: string): MosaicCharset | null =>
  MOSAIC_CHARSETS.find((name) => name === charset) ?? null;

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
  },
  charset: {
    kind: "choice",
    // not spread from the list above: bundlers would keep this table in pages that do not use it
    values: [
      "standard",
      "detailed",
      "blocks",
      "binary",
      "dots",
      "minimal",
      "halves",
      "quadrants",
      "sextants",
      "octants",
    ],
    extensions: MOSAIC_CHARSETS,
    default: "detailed",
    group: "glyphs",
    label: "Charset",
    says: "glyph ramp; the last four, an extension, divide a cell into rectangles and use two colors per cell if `color` is on",
  },
  format: {
    kind: "choice",
    values: ["text", "ansi", "html", "json", "json-compact", "svg", "png"],
    extensions: ["png"],
    default: "text",
    group: "output",
    label: "Format",
    says: "output format; `png`, an extension, is an image of the page",
  },
  color: {
    kind: "boolean",
    default: false,
    group: "color",
    label: "Color",
    says: "per-cell 24-bit color; ignored by plain text",
  },
  invert: {
    kind: "boolean",
    default: false,
    group: "tone",
    label: "Invert",
    says: "invert luminance mapping",
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
  },
  edges: {
    kind: "boolean",
    default: false,
    group: "detail",
    label: "Edges",
    says: "Sobel edge-detection line-art mode",
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
  },
  dither: {
    kind: "boolean",
    default: false,
    group: "glyphs",
    label: "Dither",
    says: "Floyd-Steinberg error diffusion",
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
  },
  structure: {
    kind: "number",
    min: 0,
    max: 1,
    step: 0.05,
    default: 0.55,
    group: "detail",
    label: "Structure",
    short: "Line following",
    says: "contour-aware substitution of directional glyphs (hyphen, slash, vertical bar, backslash)",
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
  },
  motionSensitivity: {
    kind: "number",
    min: 0,
    max: 1,
    step: 0.05,
    default: 0.7,
    group: "motion",
    label: "Motion sensitivity",
    short: "Sensitivity",
    says: "how quickly video follows motion: weight of the current frame in the final Bayesian update",
  },
  autoOptimize: {
    kind: "number",
    min: 0,
    max: 1,
    step: 0.05,
    default: 0.9,
    group: "quality",
    label: "Auto Director",
    short: "Strength",
    says: "strength of Auto Director tuning against the selected rubric",
  },
  qualityTarget: {
    kind: "choice",
    values: ["balanced", "portrait", "motion", "low-light", "round-trip"],
    default: "balanced",
    group: "quality",
    label: "Quality target",
    short: "Target",
    says: "quality rubric",
  },
  glyphStrategy: {
    kind: "choice",
    values: ["adaptive", "fixed"],
    default: "adaptive",
    group: "glyphs",
    label: "Glyph strategy",
    short: "Glyphs",
    says: "`adaptive` picks the smallest glyph codebook under `maxGlyphRmse`; `fixed` keeps the selected ramp",
  },
  maxGlyphRmse: {
    kind: "number",
    min: 0.005,
    max: 0.1,
    step: 0.005,
    default: 0.03,
    group: "glyphs",
    label: "Max glyph RMSE",
    short: "Max RMSE",
    says: "maximum normalized luminance quantization RMSE for adaptive glyph selection",
  },
  monoColor: {
    kind: "color",
    default: "#e5e5e5",
    group: "color",
    label: "Mono color",
    short: "Text color",
    says: "color for mono/ansi/svg/html output",
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
  },
  colors: {
    kind: "choice",
    values: ["truecolor", "256", "16", "8"],
    default: "truecolor",
    group: "color",
    label: "Palette",
    says: "an extension: with color, the palette: 24-bit, or the 256, 16 or 8 colors of a terminal",
    extension: true,
  },
  background: {
    kind: "choice",
    values: ["dark", "light"],
    default: "dark",
    group: "color",
    label: "Background",
    says: "an extension: background that the art is read on; on `light`, glyphs are dark, `#1a1a1a` unless `monoColor` is given",
    extension: true,
  },
  paper: {
    kind: "color",
    default: "",
    none: true,
    group: "color",
    label: "Paper",
    says: "an extension: page color in html, svg and png; empty for black, or white on a light background",
    extension: true,
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
  },
  characters: {
    kind: "characters",
    default: "",
    group: "glyphs",
    label: "Characters",
    says: "an extension: the characters to draw with, in any order, instead of a `charset`",
    extension: true,
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
    short: "Max length",
    says: "an extension: maximum length of the whole output; the grid is the largest up to `columns` that fits",
    extension: true,
  },
  alt: {
    kind: "text",
    max: 300,
    default: "",
    group: "output",
    label: "Description",
    says: "an extension: alternative text for html, svg and png",
    extension: true,
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
    short: "PNG cell",
    says: "an extension: width of a character in png",
    extension: true,
  },
  theme: {
    kind: "choice",
    values: ["one", "auto"],
    default: "one",
    group: "output",
    label: "Theme",
    says: "an extension: `auto` makes one svg that follows the viewer's light or dark theme",
    extension: true,
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
  },
} as const satisfies Record<string, Param>;

export type ParamName = keyof typeof PARAMS;

type ValueOf<Row extends Param> = Row extends { kind: "choice"; values: readonly (infer Value)[] }
  ? Value
  : Row extends { kind: "boolean" }
    ? boolean
    : Row extends { kind: "color" | "text" | "characters" }
      ? string
      : number;

/**
 * All parameters, each with a valid value. `monoColor` is always `#rrggbb` in lower case;
 * `characters` are in the order of their codes.
 */
export type RenderParams = { readonly [Name in ParamName]: ValueOf<(typeof PARAMS)[Name]> };

export type Charset = RenderParams["charset"];
export type FontName = RenderParams["font"];
export type FormatId = RenderParams["format"];
/** The formats that are text. */
export type TextFormat = Exclude<FormatId, "png">;
export type QualityTarget = RenderParams["qualityTarget"];

export const PARAM_NAMES = Object.keys(DEFAULTS) as readonly ParamName[];

/** The row of a parameter, typed as any row. */
export const paramRow = (name: ParamName): Param => PARAMS[name];

export const isParamName = (name: string): name is ParamName => Object.hasOwn(PARAMS, name);

/** All parameters, with defaults for those that the options leave out. */
export const completeParams = (options: RenderOptions): RenderParams => {
  const own = {
    ...options,
    ...(options.background === "light" && { monoColor: options.monoColor ?? DARK_INK }),
    // `characters` replaces it
    ...(options.characters && { charset: DEFAULT_PARAMS.charset }),
  };
  return Object.fromEntries(PARAM_NAMES.map((name) => [name, own[name] ?? DEFAULT_PARAMS[name]])) as RenderParams;
};

/** The `monoColor` of a page on a light background, unless another is given. */
const DARK_INK = "#1a1a1a";

/**
 * Parameters that the Auto Director may tune unless they are given (answers 1.15); `saturation`
 * only in color.
 */
export const TUNABLE = [
  "contrast",
  "brightness",
  "gamma",
  "sharpen",
  "autoLevels",
  "structure",
  "denoise",
  "saturation",
] as const satisfies readonly ParamName[];

/**
 * Parameters that differ between "default sent" and "left out", and the meaning of leaving them
 * out. Schemas show no `default` for them, because clients send the defaults they are shown.
 */
export const leftOut = (name: ParamName): string | null => {
  if (TUNABLE.some((one) => one === name))
    return `left out, it is tuned to the picture, starting from ${DEFAULT_PARAMS[name]}; a value that is sent is kept`;
  if (name === "monoColor") return `left out, it is ${DEFAULT_PARAMS.monoColor}, or ${DARK_INK} on a light background`;
  return name === "charset" ? `left out, it is ${DEFAULT_PARAMS.charset}, or the \`characters\`` : null;
};

type ExtensionName = {
  [Name in ParamName]: (typeof PARAMS)[Name] extends { extension: true } ? Name : never;
}[ParamName];

/**
 * Parameters that are not in the specification. A separate list, so that pages that only list
 * parameters need not load the table.
 */
const EXTENSIONS: readonly ParamName[] = [
  "fill",
  "colors",
  "background",
  "paper",
  "glow",
  "font",
  "characters",
  "rows",
  "cellAspect",
  "maxCharacters",
  "alt",
  "pixelsPerCell",
  "theme",
  "reveal",
] satisfies readonly ExtensionName[];

export const isExtension = (name: ParamName): name is ExtensionName => EXTENSIONS.includes(name);

/** The parameters for documents: extensions only if they differ from their default. */
export type StatedParams = Omit<RenderParams, ExtensionName> & Partial<Pick<RenderParams, ExtensionName>>;

/** All parameters of the specification, and the extensions in use. */
export const statedParams = (params: RenderParams): StatedParams =>
  Object.fromEntries(
    PARAM_NAMES.filter((name) => !isExtension(name) || params[name] !== DEFAULT_PARAMS[name]).map((name) => [
      name,
      params[name],
    ]),
  ) as StatedParams;

/** Names of the given options, in table order. */
export const givenNames = (options: RenderOptions): readonly ParamName[] =>
  PARAM_NAMES.filter((name) => options[name] !== undefined);

/** The parameters of a request that sets none. */
export const DEFAULT_PARAMS: RenderParams = DEFAULTS;
