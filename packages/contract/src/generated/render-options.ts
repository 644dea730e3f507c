// Written by scripts/render-options.ts from the parameter table: do not edit.

/** Options of a render. The Director never tunes a given value; it may tune a default. */
export type RenderOptions = {
  /** Output width in characters. An integer from 8 to 400; default 120. */
  readonly columns?: number;
  /** Glyph ramp; the last four, an extension, divide a cell into rectangles and use two colors per cell if `color` is on. One of standard, detailed, blocks, binary, dots, minimal, halves, quadrants, sextants, octants; default "detailed". */
  readonly charset?: "standard" | "detailed" | "blocks" | "binary" | "dots" | "minimal" | "halves" | "quadrants" | "sextants" | "octants";
  /** Output format; `png`, an extension, is an image of the page. One of text, ansi, html, json, json-compact, svg, png; default "text". */
  readonly format?: "text" | "ansi" | "html" | "json" | "json-compact" | "svg" | "png";
  /** Per-cell 24-bit color; ignored by plain text. True or false; default false. */
  readonly color?: boolean;
  /** Invert luminance mapping. True or false; default false. */
  readonly invert?: boolean;
  /** Tonal contrast multiplier. A number from 0.2 to 4; default 1.15. */
  readonly contrast?: number;
  /** Luminance offset. A number from -150 to 150; default 0. */
  readonly brightness?: number;
  /** Color-mode saturation boost. A number from 0 to 4; default 1.4. */
  readonly saturation?: number;
  /** Perceptual midtone response. A number from 0.2 to 3; default 1. */
  readonly gamma?: number;
  /** Sobel edge-detection line-art mode. True or false; default false. */
  readonly edges?: boolean;
  /** Edge magnitude multiplier. A number from 0.1 to 5; default 1.8. */
  readonly edgeStrength?: number;
  /** Floyd-Steinberg error diffusion. True or false; default false. */
  readonly dither?: boolean;
  /** Unsharp-mask detail enhancement. A number from 0 to 1; default 0.35. */
  readonly sharpen?: number;
  /** Automatic percentile histogram stretch. A number from 0 to 1; default 0.9. */
  readonly autoLevels?: number;
  /** Contour-aware substitution of directional glyphs (hyphen, slash, vertical bar, backslash). A number from 0 to 1; default 0.55. */
  readonly structure?: number;
  /** Edge-preserving bilateral denoising before detail recovery. A number from 0 to 1; default 0.35. */
  readonly denoise?: number;
  /** How quickly video follows motion: prior probability of a change in the final Bayesian update. A number from 0 to 1; default 0.7. */
  readonly motionSensitivity?: number;
  /** Strength of Auto Director tuning against the selected rubric. A number from 0 to 1; default 0.9. */
  readonly autoOptimize?: number;
  /** Quality rubric. One of balanced, portrait, motion, low-light, round-trip; default "balanced". */
  readonly qualityTarget?: "balanced" | "portrait" | "motion" | "low-light" | "round-trip";
  /** `adaptive` picks the smallest glyph codebook under `maxGlyphRmse`; `fixed` keeps the selected ramp. One of adaptive, fixed; default "adaptive". */
  readonly glyphStrategy?: "adaptive" | "fixed";
  /** Maximum normalized luminance quantization RMSE for adaptive glyph selection. A number from 0.005 to 0.1; default 0.03. */
  readonly maxGlyphRmse?: number;
  /** Color for mono/ansi/svg/html output. A color as #rgb or #rrggbb; default "#e5e5e5". */
  readonly monoColor?: string;
  /** An extension: with color, strength of each cell's background color, from 0 (black) to 1 (closest to the picture). A number from 0 to 1; default 0. */
  readonly fill?: number;
  /** An extension: with color, the palette: 24-bit, or the 256, 16 or 8 colors of a terminal. One of truecolor, 256, 16, 8; default "truecolor". */
  readonly colors?: "truecolor" | "256" | "16" | "8";
  /** An extension: background that the art is read on; on `light`, glyphs are dark, `#1a1a1a` unless `monoColor` is given. One of dark, light; default "dark". */
  readonly background?: "dark" | "light";
  /** An extension: page color in html, svg and png; empty for black, or white on a light background. A color as #rgb or #rrggbb, or empty for none; default "". */
  readonly paper?: string;
  /** An extension: how much light spreads around the characters in html and svg. A number from 0 to 1; default 0. */
  readonly glow?: number;
  /** An extension: the font that the output will be displayed in, to which glyph brightness is calibrated; `any` suits all fonts. One of any, cascadia, dejavu, fira, hack, inconsolata, jetbrains, liberation, noto, plex, roboto, source-code, ubuntu; default "any". */
  readonly font?: "any" | "cascadia" | "dejavu" | "fira" | "hack" | "inconsolata" | "jetbrains" | "liberation" | "noto" | "plex" | "roboto" | "source-code" | "ubuntu";
  /** An extension: the characters to draw with, in any order, instead of a `charset`. 2 to 95 different characters of printable ASCII; default "". */
  readonly characters?: string;
  /** An extension: maximum height in characters; the grid is the largest that fits `columns` × `rows`. An integer from 2 to 400, or 0 for none; default 0. */
  readonly rows?: number;
  /** An extension: width ÷ height of a character cell in the font that shows the art. A number from 0.3 to 1; default 0.5. */
  readonly cellAspect?: number;
  /** An extension: maximum length of the whole output; the grid is the largest up to `columns` that fits. An integer from 64 to 1000000, or 0 for none; default 0. */
  readonly maxCharacters?: number;
  /** An extension: alternative text for html, svg and png. A line of at most 300 characters; default "". */
  readonly alt?: string;
  /** An extension: width of a character in png, in pixels. An integer from 6 to 24; default 10. */
  readonly pixelsPerCell?: number;
  /** An extension: `auto` makes one svg that follows the viewer's light or dark theme. One of one, auto; default "one". */
  readonly theme?: "one" | "auto";
  /** An extension: reveal an svg line by line over this many seconds; viewers that prefer reduced motion see it at once. A number from 0 to 10; default 0. */
  readonly reveal?: number;
};

/** The default of every option. */
export const DEFAULTS = Object.freeze({
  columns: 120,
  charset: "detailed",
  format: "text",
  color: false,
  invert: false,
  contrast: 1.15,
  brightness: 0,
  saturation: 1.4,
  gamma: 1,
  edges: false,
  edgeStrength: 1.8,
  dither: false,
  sharpen: 0.35,
  autoLevels: 0.9,
  structure: 0.55,
  denoise: 0.35,
  motionSensitivity: 0.7,
  autoOptimize: 0.9,
  qualityTarget: "balanced",
  glyphStrategy: "adaptive",
  maxGlyphRmse: 0.03,
  monoColor: "#e5e5e5",
  fill: 0,
  colors: "truecolor",
  background: "dark",
  paper: "",
  glow: 0,
  font: "any",
  characters: "",
  rows: 0,
  cellAspect: 0.5,
  maxCharacters: 0,
  alt: "",
  pixelsPerCell: 10,
  theme: "one",
  reveal: 0,
} as const satisfies RenderOptions);

/** The rows of the parameter table, without what pages do not need. */
export const PARAM_ROWS = {
  columns: {"kind":"integer","min":8,"max":400,"step":1,"default":120,"unit":"characters","group":"output","label":"Columns"},
  charset: {"kind":"choice","values":["standard","detailed","blocks","binary","dots","minimal","halves","quadrants","sextants","octants"],"extensions":["halves","quadrants","sextants","octants"],"default":"detailed","group":"glyphs","label":"Charset"},
  format: {"kind":"choice","values":["text","ansi","html","json","json-compact","svg","png"],"extensions":["png"],"default":"text","group":"output","label":"Format"},
  color: {"kind":"boolean","default":false,"group":"color","label":"Color"},
  invert: {"kind":"boolean","default":false,"group":"tone","label":"Invert"},
  contrast: {"kind":"number","min":0.2,"max":4,"step":0.05,"default":1.15,"group":"tone","label":"Contrast"},
  brightness: {"kind":"number","min":-150,"max":150,"step":1,"default":0,"group":"tone","label":"Brightness"},
  saturation: {"kind":"number","min":0,"max":4,"step":0.05,"default":1.4,"group":"color","label":"Saturation","idleWhen":[{"color":[false],"format":{"not":["json-compact"]}}]},
  gamma: {"kind":"number","min":0.2,"max":3,"step":0.05,"default":1,"group":"tone","label":"Gamma"},
  edges: {"kind":"boolean","default":false,"group":"detail","label":"Edges"},
  edgeStrength: {"kind":"number","min":0.1,"max":5,"step":0.1,"default":1.8,"group":"detail","label":"Edge strength","idleWhen":[{"edges":[false]}]},
  dither: {"kind":"boolean","default":false,"group":"glyphs","label":"Dither","idleWhen":["moving"]},
  sharpen: {"kind":"number","min":0,"max":1,"step":0.05,"default":0.35,"group":"detail","label":"Sharpen"},
  autoLevels: {"kind":"number","min":0,"max":1,"step":0.05,"default":0.9,"group":"tone","label":"Auto levels"},
  structure: {"kind":"number","min":0,"max":1,"step":0.05,"default":0.55,"group":"detail","label":"Structure","idleWhen":[{"charset":["blocks","dots","halves","quadrants","sextants","octants"]}]},
  denoise: {"kind":"number","min":0,"max":1,"step":0.05,"default":0.35,"group":"detail","label":"Denoise"},
  motionSensitivity: {"kind":"number","min":0,"max":1,"step":0.05,"default":0.7,"group":"motion","label":"Motion sensitivity","idleWhen":["still"]},
  autoOptimize: {"kind":"number","min":0,"max":1,"step":0.05,"default":0.9,"group":"quality","label":"Auto Director","idleWhen":[{"edges":[true]}]},
  qualityTarget: {"kind":"choice","values":["balanced","portrait","motion","low-light","round-trip"],"default":"balanced","group":"quality","label":"Quality target"},
  glyphStrategy: {"kind":"choice","values":["adaptive","fixed"],"default":"adaptive","group":"glyphs","label":"Glyph strategy","idleWhen":[{"charset":["blocks","dots","halves","quadrants","sextants","octants"]}]},
  maxGlyphRmse: {"kind":"number","min":0.005,"max":0.1,"step":0.005,"default":0.03,"group":"glyphs","label":"Max glyph RMSE","idleWhen":[{"glyphStrategy":["fixed"]},{"charset":["blocks","dots","halves","quadrants","sextants","octants"]}]},
  monoColor: {"kind":"color","default":"#e5e5e5","group":"color","label":"Mono color","idleWhen":[{"color":[true]}]},
  fill: {"kind":"number","min":0,"max":1,"step":0.05,"default":0,"group":"color","label":"Fill","idleWhen":[{"color":[false]},{"charset":["halves","quadrants","sextants","octants"]}]},
  colors: {"kind":"choice","values":["truecolor","256","16","8"],"default":"truecolor","group":"color","label":"Palette","idleWhen":[{"color":[false]}]},
  background: {"kind":"choice","values":["dark","light"],"default":"dark","group":"color","label":"Background"},
  paper: {"kind":"color","default":"","none":true,"group":"color","label":"Paper"},
  glow: {"kind":"number","min":0,"max":1,"step":0.05,"default":0,"group":"color","label":"Glow"},
  font: {"kind":"choice","values":["any","cascadia","dejavu","fira","hack","inconsolata","jetbrains","liberation","noto","plex","roboto","source-code","ubuntu"],"default":"any","group":"glyphs","label":"Font","idleWhen":[{"charset":["blocks","dots","halves","quadrants","sextants","octants"]}]},
  characters: {"kind":"characters","default":"","group":"glyphs","label":"Characters"},
  rows: {"kind":"integer","min":2,"max":400,"step":1,"default":0,"none":true,"unit":"characters","group":"output","label":"Rows"},
  cellAspect: {"kind":"number","min":0.3,"max":1,"step":0.05,"default":0.5,"group":"output","label":"Cell aspect"},
  maxCharacters: {"kind":"integer","min":64,"max":1000000,"step":1,"default":0,"none":true,"unit":"characters","group":"output","label":"Max characters"},
  alt: {"kind":"text","max":300,"default":"","group":"output","label":"Description"},
  pixelsPerCell: {"kind":"integer","min":6,"max":24,"step":1,"default":10,"unit":"pixels","group":"output","label":"Pixels per cell"},
  theme: {"kind":"choice","values":["one","auto"],"default":"one","group":"output","label":"Theme"},
  reveal: {"kind":"number","min":0,"max":10,"step":0.5,"default":0,"unit":"seconds","group":"output","label":"Reveal","idleWhen":[{"format":{"not":["svg"]}}]},
} as const;

/** Parameters beyond the specification. */
export const EXTENSIONS = ["fill", "colors", "background", "paper", "glow", "font", "characters", "rows", "cellAspect", "maxCharacters", "alt", "pixelsPerCell", "theme", "reveal"] as const;

/** Parameters that the Auto Director may tune unless they are given (answers 1.15). */
export const ALWAYS_TUNABLE = ["contrast", "brightness", "gamma", "sharpen", "autoLevels", "structure", "denoise"] as const;

/** The same, and those that it may tune in color alone. */
export const TUNABLE = [...ALWAYS_TUNABLE, "saturation"] as const;

/** The parameters that a stage's result depends on. */
export const STAGE_PARAMS = {
  luminance: [],
  downscale: [],
  view: [],
  levels: ["autoLevels"],
  tone: ["invert","contrast","brightness","gamma","background"],
  denoise: ["denoise"],
  detail: ["sharpen"],
  structure: ["structure"],
  edges: ["edges","edgeStrength"],
  color: ["color","saturation"],
  codebook: ["charset","glyphStrategy","maxGlyphRmse","font","characters"],
  match: ["dither","fill","colors"],
  grid: [],
} as const;
