import type { PictureSize } from "../state/source.ts";

/** Most pixels that a picture may have: what the API takes unless its operator says otherwise. A test holds them equal. */
export const MAX_PIXELS = 40_000_000;

/** Longest side that a picture may have, likewise. */
export const MAX_SIDE = 12_000;

/** Most pixels, and the longest side, that browsers decode at all: a larger picture cannot even be shrunk. */
const MOST_DECODED = { pixels: 268_402_689, side: 65_535 };

export const isTooLarge = ({ width, height }: PictureSize): boolean =>
  width * height > MAX_PIXELS || Math.max(width, height) > MAX_SIDE;

export const canBeShrunk = ({ width, height }: PictureSize): boolean =>
  width * height <= MOST_DECODED.pixels && Math.max(width, height) <= MOST_DECODED.side;

/** The largest size of the same shape that is not too large; no side is less than one pixel. */
export const shrunkSize = ({ width, height }: PictureSize): PictureSize => {
  const scale = Math.min(1, Math.sqrt(MAX_PIXELS / (width * height)), MAX_SIDE / Math.max(width, height));
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
};
