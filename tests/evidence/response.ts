/** A component of a score as claimed by a response. */
export type Claim = { readonly name: string; readonly value: number; readonly threshold: number };

/** The contents of a `json` or `json-compact` response, and nothing else. */
export type Response = {
  readonly columns: number;
  readonly rows: number;
  readonly lines: readonly string[];
  readonly glyphs: {
    readonly charset: string;
    readonly codebook: string;
    readonly inks: readonly number[];
    readonly rmse: number;
    /** The error of the cells' light. */
    readonly drawn: number;
    /** The strokes along contours, and the share of cells that have one. */
    readonly contours: { readonly glyphs: string; readonly share: number };
    /** The number of cells for each target light, in 256 steps over 0 to 1. */
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
  /** The render parameters. */
  readonly params: KnownParams;
};

/** Published defaults, as far as the tones depend on them. */
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

/** All parameters that affect the tones. */
export type KnownParams = Readonly<typeof DEFAULTS> & Params;

/** Reads a response. A compact one only lists tuned parameters: `asked` supplies the others. */
export const readResponse = (text: string, asked: Params = {}): Response => {
  const body = JSON.parse(text);
  const lines: readonly string[] = body.lines ?? body.text.slice(0, -1).split("\n");
  const tuned = Object.entries<{ to: number }>(body.quality.tuned).map(([name, { to }]) => [name, to]);
  return { ...body, lines, params: { ...DEFAULTS, ...asked, ...Object.fromEntries(tuned), ...body.params } };
};
