import type { GridSize } from "@lumiglyph/contract";
import { CELL_HEIGHT, CELL_WIDTH, workingHeight, workingWidth } from "../cells.ts";
import { ATLAS, type Atlas } from "../glyphs/atlas.ts";
import { gaussianBetween } from "../math/gaussian.ts";
import { makePlane, type Plane } from "../plane.ts";
import { EYE_SIGMA, FOOT, FOOT_HEIGHT, FOOT_WIDTH, footprintsOf, MARGIN, once } from "./footprints.ts";

/**
 * Adds up the footprints of a grid's glyphs, given as indexes into an atlas, on the working raster with a margin around
 * it. `inks` are the luminances of the glyphs' inks, or null if all are white. Read the result at once, because a kernel
 * may reuse its memory.
 */
export type Stamp = (glyphs: Uint8Array, size: GridSize, inks?: Float32Array | null, atlas?: Atlas) => Float32Array;

/** Size of the working raster with its margins: samples in a row, and rows. */
export const paddedSize = ({ columns, rows }: GridSize): { readonly stride: number; readonly height: number } => ({
  stride: workingWidth(columns) + 2 * MARGIN,
  height: workingHeight(rows) + 2 * MARGIN,
});

/** The footprints in single precision, in which they are summed. */
export const singleFootprints: (atlas: Atlas) => Float32Array = once((atlas) => Float32Array.from(footprintsOf(atlas)));

/** The reference in TypeScript; the WebAssembly twin (assembly/stamp.ts) equals it bit for bit. */
export const stamp: Stamp = (glyphs, size, inks = null, atlas = ATLAS) => {
  const foots = singleFootprints(atlas);
  const { stride, height } = paddedSize(size);
  const sum = new Float32Array(stride * height);
  for (let row = 0, cell = 0; row < size.rows; row++) {
    for (let column = 0; column < size.columns; column++, cell++) {
      if (glyphs[cell] === BLANK) continue;
      const ink = inks === null ? 1 : inks[cell]!;
      let at = row * CELL_HEIGHT * stride + column * CELL_WIDTH;
      for (let y = 0, from = glyphs[cell]! * FOOT; y < FOOT_HEIGHT; y++, at += stride) {
        for (let x = 0; x < FOOT_WIDTH; x++, from++) {
          sum[at + x] = sum[at + x]! + Math.fround(ink * foots[from]!);
        }
      }
    }
  }
  return sum;
};

/** The blank is the first glyph of an atlas. */
const BLANK = 0;

/**
 * Linear light of a grid on the working raster as seen from reading distance. A border sample is divided by the share of
 * the eye's blur that lies on the grid, so that the border does not look darker only because nothing lies beyond it.
 */
export const gridLight = (
  glyphs: Uint8Array,
  size: GridSize,
  add: Stamp = stamp,
  inks: Float32Array | null = null,
  atlas: Atlas = ATLAS,
): Plane => {
  const light = makePlane(workingWidth(size.columns), workingHeight(size.rows));
  const sum = add(glyphs, size, inks, atlas);
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

/**
 * For each of `length` samples, the share of the eye's blur that falls inside the picture; less
 * than 1 near the border.
 */
export const sharesInside = (length: number): Float64Array => {
  const shares = new Float64Array(length).fill(1);
  for (let i = 0; i < length; i++) {
    if (i > MARGIN && i < length - 1 - MARGIN) i = length - 1 - MARGIN;
    shares[i] = gaussianBetween(0, length, i + 0.5, EYE_SIGMA);
  }
  return shares;
};
