import type { InputFormat } from "@lumiglyph/contract";

/** A picture: upright 8-bit sRGB RGBA, alpha not premultiplied, row by row from the top left. */
export type Raster = {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array | Uint8ClampedArray;
};

/** What the picture was before anyone shrank it: its upright size and its file format, or `pixels` where there was no file. */
export type SourceInfo = { readonly width: number; readonly height: number; readonly format: InputFormat | "pixels" };

/** Fails where a raster's bytes do not cover its size: a programming error of the caller, never of a picture. */
export const checkRaster = ({ width, height, data }: Raster): void => {
  if (!(width >= 1 && height >= 1) || data.length < width * height * 4) {
    throw new RangeError(`A ${width} × ${height} raster needs ${width * height * 4} bytes, not ${data.length}.`);
  }
};
