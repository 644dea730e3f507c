import sharp from "sharp";
import type { Picture } from "./picture.ts";
import { changed } from "./plane.ts";
import { lightOf, toneOf } from "./tones.ts";

/**
 * Adds the noise that defines `stability`: a deviation of 0.02 on the encoded scale. Light stays within what the picture
 * covers.
 */
export const withNoise = ({ light, opacity }: Picture): Picture => ({
  opacity,
  light: changed(light, (value, place) => {
    const tone = Math.min(1, Math.max(0, toneOf(value) + 0.02 * noiseAt(place)));
    return Math.min(opacity.data[place]!, lightOf(tone));
  }),
});

/**
 * Nearly normal, with mean 0 and deviation 1, and the same on every raster: the sum of the four bytes of a hash of the
 * position, counted from 1. Another noise of the same deviation changes other glyphs, and how many is chance.
 */
const noiseAt = (place: number): number => {
  const hash = stirred(place + 1);
  const sum = [0, 8, 16, 24].reduce((total, shift) => total + ((hash >>> shift) & 0xff), 0);
  return (sum - 510) / 147.8;
};

/** The finalizer of MurmurHash3. */
const stirred = (value: number): number => {
  const once = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return twice ^ (twice >>> 16);
};

/**
 * Encodes a working raster as a PNG of gray and alpha that reduces to the same raster. A sample becomes a block of pixels,
 * because their mean is finer than 256 steps; its side is a power of two, because reduction goes by halves.
 */
export const pngOf = async ({ light, opacity }: Picture): Promise<Uint8Array> => {
  const block = [16, 8].find((side) => side * side * light.data.length <= MOST_PIXELS) ?? 4;
  const [width, height] = [light.width * block, light.height * block];
  const pixels = new Uint8Array(width * height * 2);
  for (let sample = 0; sample < light.data.length; sample++) {
    const alpha = 255 * opacity.data[sample]!;
    const gray = alpha === 0 ? 0 : grayOf(light.data[sample]! / opacity.data[sample]!);
    const corner = (Math.floor(sample / light.width) * width + (sample % light.width)) * block;
    for (let i = 0; i < block * block; i++) {
      const at = 2 * (corner + Math.floor(i / block) * width + (i % block));
      const turn = (i + 0.5) / (block * block);
      pixels[at] = Math.floor(gray + turn);
      pixels[at + 1] = Math.floor(alpha + turn);
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 2 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
};

const MOST_PIXELS = 5_000_000;

/** Dithers a gray between two of the 256 steps: the mean of the pixels is this light. */
const grayOf = (light: number): number => {
  const gray = Math.min(254, Math.floor(toneOf(light) * 255));
  return gray + Math.min(1, (light - LIGHTS[gray]!) / (LIGHTS[gray + 1]! - LIGHTS[gray]!));
};

const LIGHTS = Array.from({ length: 256 }, (_, gray) => lightOf(gray / 255));
