import type { PictureSize } from "../state/source.ts";

/** Maximum pixels of an image: the API's default limit. A test compares them. */
export const MAX_PIXELS = 40_000_000;

/** Maximum side of an image: the API's default limit. */
export const MAX_SIDE = 12_000;

/** The largest image that browsers decode at all; a larger one cannot be shrunk either. */
const MOST_DECODED = { pixels: 268_402_689, side: 65_535 };

export const isTooLarge = ({ width, height }: PictureSize): boolean =>
  width * height > MAX_PIXELS || Math.max(width, height) > MAX_SIDE;

export const canBeShrunk = ({ width, height }: PictureSize): boolean =>
  width * height <= MOST_DECODED.pixels && Math.max(width, height) <= MOST_DECODED.side;

/** The largest size of the same shape within the limits; each side is at least one pixel. */
export const shrunkSize = ({ width, height }: PictureSize): PictureSize => {
  const scale = Math.min(1, Math.sqrt(MAX_PIXELS / (width * height)), MAX_SIDE / Math.max(width, height));
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
};
