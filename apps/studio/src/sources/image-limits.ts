import { IMAGE_LIMITS, LARGEST_IMAGE } from "@lumiglyph/contract";
import type { PictureSize } from "../state/source.ts";

export const isTooLarge = ({ width, height }: PictureSize): boolean =>
  width * height > IMAGE_LIMITS.pixels || Math.max(width, height) > IMAGE_LIMITS.side;

/** An image that browsers do not decode at all cannot be shrunk either. */
export const canBeShrunk = ({ width, height }: PictureSize): boolean =>
  width * height <= LARGEST_IMAGE.pixels && Math.max(width, height) <= LARGEST_IMAGE.side;

/** The largest size of the same shape within the limits; each side is at least one pixel. */
export const shrunkSize = ({ width, height }: PictureSize): PictureSize => {
  const { pixels, side } = IMAGE_LIMITS;
  const scale = Math.min(1, Math.sqrt(pixels / (width * height)), side / Math.max(width, height));
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
};
