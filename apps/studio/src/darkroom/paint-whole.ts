import { Refusal } from "@lumiglyph/contract";
import type { Steps } from "@lumiglyph/engine";
import type { GlyphAtlas } from "../paint/atlas.ts";
import type { PaintedPage } from "../paint/page.ts";
import { toPixels } from "../paint/to-pixels.ts";

/** Most pixels of a picture. Larger ones are more than every browser can make, and than most machines have memory for. */
const MOST_PIXELS = 2 ** 27;

/** Pixels that are painted in one step, which then takes about as long as a step of a drawing. */
const STEP_PIXELS = 2 ** 20;

/** The whole of a page on a canvas of its own, `cell` pixels a cell: some rows at a time, so that the stage need not wait. */
export function* paintWhole(page: PaintedPage, cell: number, atlas: GlyphAtlas): Steps<OffscreenCanvas> {
  const [width, height] = [page.columns * cell, page.rows * cell * 2];
  if (width * height > MOST_PIXELS) throw new Refusal("grid_too_large", tooLarge(width, height));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d")!;
  const rows = Math.ceil(STEP_PIXELS / (width * cell * 2));
  for (let row = 0; row < page.rows; row += rows) {
    const { data } = toPixels(rowsOf(page, row, Math.min(page.rows, row + rows)), cell, atlas);
    context.putImageData(new ImageData(data, width), 0, row * cell * 2);
    yield;
  }
  return canvas;
}

/** Some rows of a page, as a page. */
const rowsOf = (page: PaintedPage, from: number, to: number): PaintedPage => ({
  ...page,
  rows: to - from,
  glyphs: page.glyphs.subarray(from * page.columns, to * page.columns),
  colors: page.colors?.subarray(3 * from * page.columns, 3 * to * page.columns) ?? null,
});

const tooLarge = (width: number, height: number): string =>
  `The picture would be ${width} × ${height} pixels; the limit is ${MOST_PIXELS} in all. Choose a smaller scale.`;
