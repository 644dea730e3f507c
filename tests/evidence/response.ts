/** A component of a score as a response claims it. */
export type Claim = { readonly name: string; readonly value: number; readonly threshold: number };

/** What a `json` or `json-compact` response says, and nothing that it does not say. */
export type Response = {
  readonly columns: number;
  readonly rows: number;
  readonly lines: readonly string[];
  readonly glyphs: {
    readonly charset: string;
    readonly codebook: string;
    readonly inks: readonly number[];
    readonly rmse: number;
    /** How far the cells' light is off. */
    readonly drawn: number;
    /** Which strokes run along contours, and in how many of the cells. */
    readonly contours: { readonly glyphs: string; readonly share: number };
    /** How many cells want each light, in 256 steps over 0 to 1. */
    readonly tones: readonly number[];
  };
  readonly quality: {
    readonly target: string;
    readonly status: string;
    readonly score: number;
    readonly metric: string;
    readonly font: string;
    readonly components: readonly Claim[];
  };
  /** What the page was drawn with. */
  readonly params: KnownParams;
};

/** What a page is drawn with where nothing else is asked for, as published: as far as its tones depend on it. */
const DEFAULTS = {
  contrast: 1.15,
  brightness: 0,
  gamma: 1,
  invert: false,
  autoLevels: 0.9,
  denoise: 0.35,
  sharpen: 0.35,
  structure: 0.55,
  dither: false,
  edges: false,
  edgeStrength: 1.8,
};

/** Parameters by their names. */
export type Params = { readonly [name: string]: unknown };

/** Parameters with all that a page's tones depend on among them. */
export type KnownParams = Readonly<typeof DEFAULTS> & Params;

/** Reads a response. A compact one does not say what it was drawn with, but for what was tuned: the rest was `asked` for. */
export const readResponse = (text: string, asked: Params = {}): Response => {
  const body = JSON.parse(text);
  const lines: readonly string[] = body.lines ?? body.text.slice(0, -1).split("\n");
  const tuned = Object.entries<{ to: number }>(body.quality.tuned).map(([name, { to }]) => [name, to]);
  return { ...body, lines, params: { ...DEFAULTS, ...asked, ...Object.fromEntries(tuned), ...body.params } };
};
