import { type CellSize, type PageShape, wholeCells } from "@lumiglyph/engine/paint/view";

/** Size of a video's frames in pixels, and of their cells. */
export type VideoSize = { readonly cell: CellSize; readonly width: number; readonly height: number };

/** Frame sizes relative to the usual one. */
export type SizeChoice = "small" | "usual" | "large";

/**
 * Frame size for a grid: usually 8 × 16 pixels per cell, as in a PNG; twice that for small grids, less where decoders
 * would refuse it. Both sides are even, as codecs with subsampled colors require.
 */
export const videoSizeFor = (page: PageShape, choice: SizeChoice = "usual"): VideoSize => {
  const usual = SIZES.find(({ width, most }) => longestSide(sizeWith(page, width)) <= most) ?? SIZES.at(-1)!;
  if (choice === "small") return sizeWith(page, Math.max(1, usual.width / 2));
  const large = sizeWith(page, usual.width * 2);
  return choice === "large" && longestSide(large) <= MOST_A_SIDE ? large : sizeWith(page, usual.width);
};

const sizeWith = (page: PageShape, cellWidth: number): VideoSize => {
  const cell = wholeCells(page, cellWidth);
  return { cell, width: even(page.columns * cell.width), height: even(page.rows * cell.height) };
};

const longestSide = ({ width, height }: VideoSize): number => Math.max(width, height);

/** Longest side in pixels that decoders take. */
const MOST_A_SIDE = 3840;

/** Cell widths, and the longest side in pixels that each is used for. */
const SIZES = [
  { width: 16, most: 1280 },
  { width: 8, most: MOST_A_SIDE },
  { width: 6, most: MOST_A_SIDE },
  { width: 4, most: MOST_A_SIDE },
  { width: 2, most: MOST_A_SIDE },
  { width: 1, most: Number.POSITIVE_INFINITY },
] as const;

const even = (pixels: number): number => pixels + (pixels % 2);

/** Quality levels of videos. */
export type QualityChoice = "less" | "good" | "best";

/** Bits per pixel. Characters are all edges, so these are three times the usual. */
export const BITS: { readonly [Choice in QualityChoice]: number } = { less: 0.08, good: 0.2, best: 0.5 };

/** Bitrate for a video of characters. */
export const bitrateFor = ({ width, height }: VideoSize, fps: number, bits: number): number =>
  Math.round(width * height * Math.min(fps, 60) * bits);
