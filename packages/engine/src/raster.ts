import type { InputFormat } from "@lumiglyph/contract";

/** Pixels: upright 8-bit sRGB RGBA, alpha not premultiplied, row by row from the top left. */
export type Raster = {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array | Uint8ClampedArray;
};

/** Upright size and file format of the original, before any shrinking; `pixels` if there was no file. */
export type SourceInfo = { readonly width: number; readonly height: number; readonly format: InputFormat | "pixels" };

/** Throws if the data does not cover the size, which is a mistake of the caller. */
export const checkRaster = ({ width, height, data }: Raster): void => {
  if (!(width >= 1 && height >= 1) || data.length < width * height * 4) {
    throw new RangeError(`A ${width} × ${height} raster needs ${width * height * 4} bytes, not ${data.length}.`);
  }
};
