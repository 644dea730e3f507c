import { ATLAS } from "./atlas.ts";

/** The glyphs that a picture is drawn with, darkest first. */
export type Codebook = {
  /** Indexes into the atlas. */
  readonly glyphs: readonly number[];
  /** Directional glyphs that come on top of them, for contours only; null where contours are not followed. */
  readonly strokes: readonly number[] | null;
  /** Linear light of each glyph, where the densest glyph of the charset is 1. */
  readonly tones: Float64Array;
  /** Linear light of the charset's densest glyph. */
  readonly densest: number;
  /** Whether it was chosen for the picture rather than kept as it is. */
  readonly adapted: boolean;
  /** Histogram of the wanted light of the cells, `TONE_BINS` bins over 0 to 1. */
  readonly histogram: Uint32Array;
  /** Error of the nearest glyph over that histogram, as a root of the mean square. */
  readonly rmse: number;
};

/** Bins of the histogram that codebooks are chosen by: bin i stands for a light of i / 255. */
export const TONE_BINS = 256;

export const EMPTY_CODEBOOK: Codebook = {
  glyphs: [],
  strokes: null,
  tones: new Float64Array(0),
  densest: 1,
  adapted: false,
  histogram: new Uint32Array(TONE_BINS),
  rmse: 0,
};

/** All glyphs that a page may be drawn with, as indexes into the atlas: what cells count by. */
export const drawnGlyphs = ({ glyphs, strokes }: Codebook): readonly number[] =>
  strokes === null ? glyphs : [...glyphs, ...strokes];

/** Glyphs of the atlas as one string. */
export const spelled = (glyphs: readonly number[]): string => glyphs.map((index) => ATLAS.glyphs[index]!).join("");

/** Light of these glyphs, where the densest glyph of the ramp that they come from is 1, and that glyph's own light. */
export const relativeTones = (
  glyphs: readonly number[],
  ramp: readonly number[],
): { readonly tones: Float64Array; readonly densest: number } => {
  const densest = ATLAS.tone[ramp.at(-1)!]!;
  return { tones: Float64Array.from(glyphs, (glyph) => ATLAS.tone[glyph]! / densest), densest };
};

/** How many cells want each light. */
export const histogramOfLight = (wanted: Float32Array): Uint32Array => {
  const counts = new Uint32Array(TONE_BINS);
  for (let cell = 0; cell < wanted.length; cell++) {
    const bin = (Math.min(1, Math.max(0, wanted[cell]!)) * (TONE_BINS - 1) + 0.5) | 0;
    counts[bin] = counts[bin]! + 1;
  }
  return counts;
};

/** Root mean square distance of the histogram's light to the nearest of these tones (ascending). */
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
