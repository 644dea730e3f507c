import { byteOfLight } from "../math/srgb.ts";
import type { Raster } from "../raster.ts";

/**
 * Share of the opaque pixels that are skin-colored, of any complexion: chroma within the box of Chai and Ngan (1999) in
 * JFIF's YCbCr. Samples a few thousand evenly spaced pixels.
 */
export const skinShare = ({ width, height, data }: Raster): number => {
  const step = Math.max(1, Math.floor(Math.sqrt((width * height) / LOOKED_AT)));
  let skin = 0;
  let opaque = 0;
  for (let y = 0; y < height; y += step) {
    for (let x = 0, at = 4 * y * width; x < width; x += step, at += 4 * step) {
      if (data[at + 3]! < 128) continue;
      opaque++;
      if (isSkin(data[at]!, data[at + 1]!, data[at + 2]!)) skin++;
    }
  }
  return opaque === 0 ? 0 : skin / opaque;
};

/** 1 for each cell whose mean color, linear, is that of skin, or for every cell if hardly any is. */
export const skinCells = (means: Float64Array): Uint8Array => {
  const mask = new Uint8Array(means.length / 3);
  let skin = 0;
  for (let cell = 0, at = 0; cell < mask.length; cell++, at += 3) {
    if (!isSkin(byteOfLight(means[at]!), byteOfLight(means[at + 1]!), byteOfLight(means[at + 2]!))) continue;
    mask[cell] = 1;
    skin++;
  }
  return skin < LEAST_SKIN * mask.length ? mask.fill(1) : mask;
};

/** Share of skin below which there is no face to judge. */
const LEAST_SKIN = 0.02;

/** Minimum number of pixels to sample. */
const LOOKED_AT = 4000;

const isSkin = (red: number, green: number, blue: number): boolean => {
  const cb = 128 - 0.168736 * red - 0.331264 * green + 0.5 * blue;
  const cr = 128 + 0.5 * red - 0.418688 * green - 0.081312 * blue;
  return cb >= 77 && cb <= 127 && cr >= 133 && cr <= 173;
};
