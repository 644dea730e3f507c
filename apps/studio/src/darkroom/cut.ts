import type { Raster } from "@lumiglyph/engine";

/** A rectangle of a picture, in pixels. */
export type Part = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/** A part of a picture as a picture of its own. */
export const cut = (raster: Raster, { left, top, width, height }: Part) => {
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    const from = ((top + y) * raster.width + left) * 4;
    data.set(raster.data.subarray(from, from + width * 4), y * width * 4);
  }
  return { width, height, data };
};
