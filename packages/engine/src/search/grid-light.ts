import type { GridSize } from "@lumiglyph/contract";
import { CELL_HEIGHT, CELL_WIDTH, workingHeight, workingWidth } from "../cells.ts";
import { gaussianBetween } from "../math/gaussian.ts";
import { makePlane, type Plane } from "../plane.ts";
import { EYE_SIGMA, FOOT, FOOT_HEIGHT, FOOT_WIDTH, FOOTPRINTS, MARGIN } from "./footprints.ts";

/**
 * Adds up the footprints of a grid's glyphs, given as indexes into the atlas, on the working raster with a margin around
 * it. Read the result at once, because a kernel may reuse its memory.
 */
export type Stamp = (glyphs: Uint8Array, size: GridSize) => Float32Array;

/** Size of the working raster with its margins: samples in a row, and rows. */
export const paddedSize = ({ columns, rows }: GridSize): { readonly stride: number; readonly height: number } => ({
  stride: workingWidth(columns) + 2 * MARGIN,
  height: workingHeight(rows) + 2 * MARGIN,
});

/** The footprints in single precision, in which they are summed. */
export const SINGLE_FOOTPRINTS: Float32Array = Float32Array.from(FOOTPRINTS);

/** The reference in TypeScript; the WebAssembly twin (assembly/stamp.ts) equals it bit for bit. */
export const stamp: Stamp = (glyphs, size) => {
  const { stride, height } = paddedSize(size);
  const sum = new Float32Array(stride * height);
  for (let row = 0, cell = 0; row < size.rows; row++) {
    for (let column = 0; column < size.columns; column++, cell++) {
      if (glyphs[cell] === BLANK) continue;
      let at = row * CELL_HEIGHT * stride + column * CELL_WIDTH;
      for (let y = 0, from = glyphs[cell]! * FOOT; y < FOOT_HEIGHT; y++, at += stride) {
        for (let x = 0; x < FOOT_WIDTH; x++, from++) sum[at + x] = sum[at + x]! + SINGLE_FOOTPRINTS[from]!;
      }
    }
  }
  return sum;
};

/** The blank is the atlas's first glyph. */
const BLANK = 0;

/**
 * Linear light of a grid on the working raster as seen from reading distance. A border sample is divided by the share of
 * the eye's blur that lies on the grid, so that the border does not look darker only because nothing lies beyond it.
 */
export const gridLight = (glyphs: Uint8Array, size: GridSize, add: Stamp = stamp): Plane => {
  const light = makePlane(workingWidth(size.columns), workingHeight(size.rows));
  const sum = add(glyphs, size);
  const { stride } = paddedSize(size);
  for (let y = 0; y < light.height; y++) {
    const from = (y + MARGIN) * stride + MARGIN;
    light.data.set(sum.subarray(from, from + light.width), y * light.width);
  }
  brightenBorder(light);
  return light;
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

/** For each of `length` samples, the share of the eye's blur that falls inside the picture; less than 1 near the border. */
export const sharesInside = (length: number): Float64Array => {
  const shares = new Float64Array(length).fill(1);
  for (let i = 0; i < length; i++) {
    if (i > MARGIN && i < length - 1 - MARGIN) i = length - 1 - MARGIN;
    shares[i] = gaussianBetween(0, length, i + 0.5, EYE_SIGMA);
  }
  return shares;
};
