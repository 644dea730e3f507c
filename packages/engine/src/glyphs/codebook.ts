import { ATLAS, type Atlas } from "./atlas.ts";

/** The glyphs that a picture is rendered with, darkest first. */
export type Codebook = {
  readonly atlas: Atlas;
  /** Indexes into the atlas. */
  readonly glyphs: readonly number[];
  /** Additional directional glyphs, for contours only; null if contours are not followed. */
  readonly strokes: readonly number[] | null;
  /**
   * Whether strokes are used only for clear contours, because no other glyph in the codebook has a
   * middle tone.
   */
  readonly coarse: boolean;
  /** Whether each cell's ink compensates the error of its glyph's light. */
  readonly inked: boolean;
  /** Linear light of each glyph, relative to the densest glyph of the charset. */
  readonly tones: Float64Array;
  /** Linear light of the charset's densest glyph. */
  readonly densest: number;
  /** Whether it was chosen for the picture, rather than being the fixed ramp. */
  readonly adapted: boolean;
  /** Histogram of the wanted light of the cells, `TONE_BINS` bins over 0 to 1. */
  readonly histogram: Uint32Array;
  /** RMSE of the nearest glyph over that histogram. */
  readonly rmse: number;
};

/** Bins of the histogram that codebooks are chosen by; bin i represents a light of i / 255. */
export const TONE_BINS = 256;

/** The codebook of a state before `codebook` has run. */
export const EMPTY_CODEBOOK: Codebook = {
  atlas: ATLAS,
  glyphs: [],
  strokes: null,
  coarse: false,
  inked: false,
  tones: new Float64Array(0),
  densest: 1,
  adapted: false,
  histogram: new Uint32Array(TONE_BINS),
  rmse: 0,
};

/** All glyphs that cells may have, as indexes into the atlas. `cells` are indexes into this list. */
export const drawnGlyphs = ({ glyphs, strokes }: Codebook): readonly number[] =>
  strokes === null ? glyphs : [...glyphs, ...strokes];

/** Glyphs as one string, given their indexes into the atlas. */
export const glyphText = ({ glyphs: all }: Atlas, glyphs: readonly number[]): string =>
  glyphs.map((index) => all[index]!).join("");

/** Light of these glyphs relative to the densest of their ramp, and that glyph's own light. */
export const relativeTones = (
  glyphs: readonly number[],
  ramp: readonly number[],
  { tone }: Atlas = ATLAS,
): { readonly tones: Float64Array; readonly densest: number } => {
  const densest = tone[ramp.at(-1)!]!;
  return { tones: Float64Array.from(glyphs, (glyph) => tone[glyph]! / densest), densest };
};

/** Number of cells that want each light. */
export const histogramOfLight = (wanted: Float32Array): Uint32Array => {
  const counts = new Uint32Array(TONE_BINS);
  for (let cell = 0; cell < wanted.length; cell++) {
    const bin = (Math.min(1, Math.max(0, wanted[cell]!)) * (TONE_BINS - 1) + 0.5) | 0;
    counts[bin] = counts[bin]! + 1;
  }
  return counts;
};

/** RMSE of the histogram's light to the nearest of these tones (ascending). */
export const rmseOf = (histogram: Uint32Array, tones: ArrayLike<number>): number => {
  let sum = 0;
  let cells = 0;
  let near = 0;
  for (let bin = 0; bin < TONE_BINS; bin++) {
    const light = bin / (TONE_BINS - 1);
    while (near + 1 < tones.length && Math.abs(tones[near + 1]! - light) <= Math.abs(tones[near]! - light)) near++;
    const distance = light - tones[near]!;
    sum += histogram[bin]! * distance * distance;
    cells += histogram[bin]!;
  }
  return cells === 0 ? 0 : Math.sqrt(sum / cells);
};
