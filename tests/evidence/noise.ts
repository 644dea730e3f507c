import type { Picture } from "./picture.ts";
import { changed } from "./plane.ts";
import { lightOf, toneOf } from "./tones.ts";

/**
 * A picture with the noise over it that `stability` is defined by: of deviation 0.02 on the encoded scale. It gives no more
 * light than the picture covers.
 */
export const withNoise = ({ light, opacity }: Picture): Picture => ({
  opacity,
  light: changed(light, (value, place) => {
    const tone = Math.min(1, Math.max(0, toneOf(value) + 0.02 * noiseAt(place)));
    return Math.min(opacity.data[place]!, lightOf(tone));
  }),
});

/**
 * Nearly normal, of mean 0 and deviation 1, and the same on every raster: the sum of the four bytes of a hash of the place,
 * counted from 1. Any other noise of the same deviation changes other glyphs, and how many is chance.
 */
const noiseAt = (place: number): number => {
  const hash = stirred(place + 1);
  const sum = [0, 8, 16, 24].reduce((total, shift) => total + ((hash >>> shift) & 0xff), 0);
  return (sum - 510) / 147.8;
};

/** How MurmurHash3 ends. */
const stirred = (value: number): number => {
  const once = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return twice ^ (twice >>> 16);
};
