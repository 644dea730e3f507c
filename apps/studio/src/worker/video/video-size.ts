import { type CellSize, type PageShape, wholeCells } from "../paint/view.ts";

/** Size of a video's frames in pixels, and of their cells. */
export type VideoSize = { readonly cell: CellSize; readonly width: number; readonly height: number };

/**
 * Frame size for a grid: 8 × 16 pixels per cell, as in a PNG; twice that for small grids, less where decoders would
 * refuse it. Both sides are even, as codecs with subsampled colors require.
 */
export const videoSizeFor = (page: PageShape): VideoSize => {
  const sizes = SIZES.map(({ width, most }) => {
    const cell = wholeCells(page, width);
    return { cell, most, width: even(page.columns * cell.width), height: even(page.rows * cell.height) };
  });
  const { cell, width, height } = sizes.find((one) => Math.max(one.width, one.height) <= one.most) ?? sizes.at(-1)!;
  return { cell, width, height };
};

/** Cell widths, and the longest side in pixels that each is used for. */
const SIZES = [
  { width: 16, most: 1280 },
  { width: 8, most: 3840 },
  { width: 6, most: 3840 },
  { width: 4, most: 3840 },
  { width: 2, most: 3840 },
  { width: 1, most: Number.POSITIVE_INFINITY },
] as const;

const even = (pixels: number): number => pixels + (pixels % 2);

/** Bits per pixel. Characters are all edges, so this is three times the usual. */
const BITS_A_PIXEL = 0.2;

/** Bitrate for a video of characters. */
export const bitrateFor = ({ width, height }: VideoSize, fps: number): number =>
  Math.round(width * height * Math.min(fps, 60) * BITS_A_PIXEL);
