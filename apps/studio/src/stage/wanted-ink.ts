import type { GlyphEvidence, RenderParams } from "@lumiglyph/contract";

/** The part of a proof that it takes to know. */
type Asked = {
  readonly tones: Float32Array;
  readonly glyphs: Pick<GlyphEvidence, "tones">;
  readonly params: Pick<RenderParams, "invert">;
};

/**
 * The ink, linear light with the densest glyph at 1, that a picture's tone asks for. A proof does not hold it cell by
 * cell, but levels and tone curve keep the order of tones (or turn it round, inverted), and the evidence has the
 * histogram of what the cells asked for: so the tone that is brighter than a share of the cells asks for the light that
 * is brighter than the same share of the histogram.
 */
export const wantedInk = ({ tones, glyphs, params }: Asked) => {
  const counts = counted(tones);
  const cells = tones.length;
  return (tone: number): number => {
    const bin = binOf(tone);
    const darker = counts.subarray(0, bin).reduce((sum, count) => sum + count, 0) + counts[bin]! / 2;
    const rank = params.invert ? cells - darker : darker;
    return lightOfRank(glyphs.tones, rank);
  };
};

const BINS = 1024;

const binOf = (tone: number): number => Math.min(BINS - 1, Math.max(0, Math.floor(tone * BINS)));

const counted = (tones: Float32Array): Uint32Array => {
  const counts = new Uint32Array(BINS);
  for (const tone of tones) counts[binOf(tone)]!++;
  return counts;
};

/** The light, 0 to 1, of the cell that has so many darker ones. */
const lightOfRank = (histogram: readonly number[], rank: number): number => {
  let darker = 0;
  const bin = histogram.findIndex((count) => {
    darker += count;
    return darker > rank;
  });
  return bin < 0 ? 1 : bin / (histogram.length - 1);
};
