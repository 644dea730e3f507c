import type { GridSize } from "@lumiglyph/contract";

/** Pixels of a film's frames, and the width of their cells. */
export type VideoSize = { readonly cell: number; readonly width: number; readonly height: number };

/**
 * How large a grid is painted: 8 × 16 pixels a cell, as in a PNG; twice that where the frame stays small, less where it would
 * be larger than decoders take. Both sides are even, as codecs of video with halved colors want them.
 */
export const videoSizeFor = (grid: GridSize): VideoSize => {
  const sizes = SIZES.map(({ cell, most }) => ({ cell, most, ...pixels(grid, cell) }));
  const { cell, width, height } = sizes.find((one) => Math.max(one.width, one.height) <= one.most) ?? sizes.at(-1)!;
  return { cell, width, height };
};

/** Cells, and the longest side that a frame may have for them, in pixels. */
const SIZES = [
  { cell: 16, most: 1280 },
  { cell: 8, most: 3840 },
  { cell: 6, most: 3840 },
  { cell: 4, most: 3840 },
  { cell: 2, most: 3840 },
  { cell: 1, most: Number.POSITIVE_INFINITY },
] as const;

const pixels = ({ columns, rows }: GridSize, cell: number) => ({
  width: even(columns * cell),
  height: even(rows * 2 * cell),
});

const even = (pixels: number): number => pixels + (pixels % 2);

/** Bits of a pixel of each frame. Characters are nothing but edges: this is three times what a film of the same size gets. */
const BITS_A_PIXEL = 0.2;

/** Bits a second that a film of characters is given. */
export const bitrateFor = ({ width, height }: VideoSize, fps: number): number =>
  Math.round(width * height * Math.min(fps, 60) * BITS_A_PIXEL);
