import type { View } from "../darkroom/view.ts";
import type { PaintedPage } from "./page.ts";

/** The pixels that pages are painted on, and what is known of what they show. */
export type PixelBuffer = {
  readonly width: number;
  readonly height: number;
  /** RGBA, red in the lowest byte, not premultiplied. */
  readonly pixels: Uint32Array<ArrayBuffer>;
  /** What each cell of the page shows: its glyph in the highest byte, its color below, red lowest. */
  readonly cells: Uint32Array<ArrayBuffer>;
  /** Rows of pixels that the last page has changed: from `top` up to, and not including, `bottom`. */
  top: number;
  bottom: number;
};

/** What a cell shows that was never painted: no glyph has this number. */
const NOTHING = 0xffffffff;

/** A board on which nothing is painted yet. */
export const createPixelBuffer = ({ columns, rows }: PaintedPage, { width, height }: View): PixelBuffer => ({
  width,
  height,
  pixels: new Uint32Array(width * height),
  cells: new Uint32Array(columns * rows).fill(NOTHING),
  top: 0,
  bottom: 0,
});

/** Takes everything off a board. */
export const clearPixels = ({ pixels, cells }: PixelBuffer): void => {
  pixels.fill(0);
  cells.fill(NOTHING);
};
