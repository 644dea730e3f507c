import type { GlyphAtlas } from "./atlas.ts";
import { blit } from "./blit.ts";
import { createPixelBuffer } from "./board.ts";
import type { PaintedPage } from "./page.ts";

/** A page painted as a whole: RGBA, not premultiplied, as an ImageData takes it. */
export type PaintedPixels = {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray<ArrayBuffer>;
};

/** Paints a whole page with cells of `cell` × 2 `cell` pixels, for files and thumbnails. */
export const toPixels = (page: PaintedPage, cell: number, atlas: GlyphAtlas): PaintedPixels => {
  const [width, height] = [page.columns * cell, page.rows * 2 * cell];
  const view = { cell, width, height, left: 0, top: 0 };
  const pixelBuffer = createPixelBuffer(page, view);
  blit(page, view, atlas(cell), pixelBuffer);
  return { width, height, data: new Uint8ClampedArray(pixelBuffer.pixels.buffer) };
};
