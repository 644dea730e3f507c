import sharp from "sharp";
import { type Color, lightOf, luminanceOf, toneOf } from "../support/srgb.ts";
import type { Picture } from "./picture.ts";
import { changed } from "./plane.ts";

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
 * Nearly normal, with mean 0 and deviation 1, and the same on every raster: the sum of the four
 * bytes of a hash of the position, counted from 1. Other noise of the same deviation changes a
 * random number of other glyphs.
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
 * Encodes a working raster as a PNG that reduces to the same raster, in the hues of its cells. A sample becomes a block of
 * pixels, because their mean is finer than 256 steps; its side is a power of two, because reduction goes by halves.
 */
export const pngOf = async ({ light, opacity }: Picture, colors: readonly Color[]): Promise<Uint8Array> => {
  const block = [16, 8].find((side) => side * side * light.data.length <= MOST_PIXELS) ?? 4;
  const [width, height] = [light.width * block, light.height * block];
  const pixels = new Uint8Array(width * height * 4);
  for (let sample = 0; sample < light.data.length; sample++) {
    const [x, y] = [sample % light.width, Math.floor(sample / light.width)];
    const share = opacity.data[sample]!;
    const color = colors[(Math.floor(y / 4) * light.width) / 2 + Math.floor(x / 2)]!;
    const steps = share === 0 ? [0, 0, 0, 0] : [...tinted(light.data[sample]! / share, color).map(grayOf), 255 * share];
    const corner = (y * width + x) * block;
    for (let i = 0; i < block * block; i++) {
      const at = 4 * (corner + Math.floor(i / block) * width + (i % block));
      const turn = (i + 0.5) / (block * block);
      for (let channel = 0; channel < 4; channel++) pixels[at + channel] = Math.floor(steps[channel]! + turn);
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
};

/** Light in the hue of a color, or as near to it as a pixel can be. */
const tinted = (light: number, color: Color): readonly number[] => {
  const own = luminanceOf(color);
  if (own === 0) return [light, light, light];
  const most = Math.max(...color) * (light / own);
  const kept = most <= 1 ? 1 : (1 - light) / (most - light);
  return color.map((channel) => light + kept * (channel * (light / own) - light));
};

const MOST_PIXELS = 5_000_000;

/** Dithers a gray between two of the 256 steps: the mean of the pixels is this light. */
const grayOf = (light: number): number => {
  const gray = Math.min(254, Math.floor(toneOf(light) * 255));
  return gray + Math.min(1, (light - LIGHTS[gray]!) / (LIGHTS[gray + 1]! - LIGHTS[gray]!));
};

const LIGHTS = Array.from({ length: 256 }, (_, gray) => lightOf(gray / 255));
