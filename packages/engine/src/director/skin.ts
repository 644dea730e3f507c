import type { Raster } from "../raster.ts";

/**
 * Share of the opaque pixels that have the color of skin, of any complexion: chroma within the box of Chai and Ngan (1999),
 * JFIF's YCbCr. A few thousand pixels, evenly strewn, are looked at.
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

/** Pixels, at least, of a picture that has so many. */
const LOOKED_AT = 4000;

const isSkin = (red: number, green: number, blue: number): boolean => {
  const cb = 128 - 0.168736 * red - 0.331264 * green + 0.5 * blue;
  const cr = 128 + 0.5 * red - 0.418688 * green - 0.081312 * blue;
  return cb >= 77 && cb <= 127 && cr >= 133 && cr <= 173;
};
