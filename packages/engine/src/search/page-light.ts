import type { GridSize } from "@lumiglyph/contract";
import { CELL_HEIGHT, CELL_WIDTH, workingHeight, workingWidth } from "../cells.ts";
import { gaussianBetween } from "../math/gaussian.ts";
import { makePlane, type Plane } from "../plane.ts";
import { EYE_SIGMA, FOOT, FOOT_HEIGHT, FOOT_WIDTH, FOOTPRINTS, MARGIN } from "./footprints.ts";

/**
 * Adds up the footprints of a page's glyphs, given by their place in the atlas, cell by cell, on the working raster with a
 * margin around it. The result is to be read at once: a kernel may use its memory again.
 */
export type Stamp = (glyphs: Uint8Array, size: GridSize) => Float32Array;

/** Samples of a page with its margins: how many there are in a row, and rows. */
export const paddedSize = ({ columns, rows }: GridSize): { readonly stride: number; readonly height: number } => ({
  stride: workingWidth(columns) + 2 * MARGIN,
  height: workingHeight(rows) + 2 * MARGIN,
});

/** The footprints in single precision, in which they are added. */
export const PRINTS: Float32Array = Float32Array.from(FOOTPRINTS);

/** In TypeScript: what every other has to equal, bit for bit (assembly/stamp.ts). */
export const stamp: Stamp = (glyphs, size) => {
  const { stride, height } = paddedSize(size);
  const sum = new Float32Array(stride * height);
  for (let row = 0, cell = 0; row < size.rows; row++) {
    for (let column = 0; column < size.columns; column++, cell++) {
      if (glyphs[cell] === BLANK) continue;
      let at = row * CELL_HEIGHT * stride + column * CELL_WIDTH;
      for (let y = 0, from = glyphs[cell]! * FOOT; y < FOOT_HEIGHT; y++, at += stride) {
        for (let x = 0; x < FOOT_WIDTH; x++, from++) sum[at + x] = sum[at + x]! + PRINTS[from]!;
      }
    }
  }
  return sum;
};

/** The blank is the atlas' first glyph. */
const BLANK = 0;

/**
 * Linear light of a page on the working raster as an eye at reading distance sees it. A border sample is divided by the
 * share of the eye's blur that lies on the page, so that a page does not look darker there for want of anything beyond it.
 */
export const pageLight = (glyphs: Uint8Array, size: GridSize, add: Stamp = stamp): Plane => {
  const page = makePlane(workingWidth(size.columns), workingHeight(size.rows));
  const sum = add(glyphs, size);
  const { stride } = paddedSize(size);
  for (let y = 0; y < page.height; y++) {
    const from = (y + MARGIN) * stride + MARGIN;
    page.data.set(sum.subarray(from, from + page.width), y * page.width);
  }
  brightenBorder(page);
  return page;
};

const brightenBorder = ({ width, height, data }: Plane): void => {
  const across = sharesInside(width);
  const down = sharesInside(height);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const share = across[x]! * down[y]!;
      if (share !== 1) data[i] = data[i]! / share;
    }
  }
};

/** Share of the eye's blur around each of `length` samples that falls inside the picture: the outermost gather less light. */
export const sharesInside = (length: number): Float64Array => {
  const shares = new Float64Array(length).fill(1);
  for (let i = 0; i < length; i++) {
    if (i > MARGIN && i < length - 1 - MARGIN) i = length - 1 - MARGIN;
    shares[i] = gaussianBetween(0, length, i + 0.5, EYE_SIGMA);
  }
  return shares;
};
