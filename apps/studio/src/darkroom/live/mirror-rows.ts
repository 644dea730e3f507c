import type { Raster } from "@lumiglyph/engine";

/** Swaps left and right of a raster where it lies. Glyphs that lean have to lean the other way, so pixels are swapped, not cells. */
export const mirrorRows = ({ width, height, data }: Raster): void => {
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height);
  for (let y = 0; y < height; y++) pixels.subarray(y * width, (y + 1) * width).reverse();
};
