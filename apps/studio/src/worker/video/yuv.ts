import type { PixelBuffer } from "@lumiglyph/engine/paint/blit";

/** The color space of videos: players assume it for a video without color information. */
export const VIDEO_COLORS = { primaries: "bt709", transfer: "bt709", matrix: "bt709", fullRange: false } as const;

/** Number of corrections of a block's color by the color that a player would show. */
const CORRECTIONS = 3;

/**
 * Converts pixels to planes of lightness and, at half the size, of blue and red difference (ITU-R
 * BT.709, 16 to 235 and 16 to 240). A bright stroke on black shares its color with the black beside
 * it, which cannot be darker than black: a player would show it too bright and pale on the whole.
 * The color of each block is therefore chosen so that the shown mean is right. Sides are even. Only
 * painted rows are converted.
 */
export const createPlanes = ({ width, height }: Pick<PixelBuffer, "width" | "height">) => {
  const bytes = new Uint8Array((3 * width * height) / 2);
  const luma = bytes.subarray(0, width * height);
  const blue = bytes.subarray(width * height, (5 * width * height) / 4);
  const red = bytes.subarray((5 * width * height) / 4);

  const convertBlock = (pixels: Uint32Array, x: number, y: number): void => {
    const at = (y >> 1) * (width >> 1) + (x >> 1);
    const corner = y * width + x;
    let [r, g, b] = [0, 0, 0];
    for (let i = 0; i < 4; i++) {
      const place = corner + (i & 1) + (i >> 1) * width;
      const pixel = pixels[place]!;
      const [ownRed, ownGreen, ownBlue] = [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255];
      luma[place] = (11966 * ownRed + 40254 * ownGreen + 4064 * ownBlue + (16 << 16) + HALF) >> 16;
      r += ownRed;
      g += ownGreen;
      b += ownBlue;
    }
    let [wantedRed, wantedGreen, wantedBlue] = [r, g, b];
    for (let time = 0; ; time++) {
      blue[at] = chroma(-6596 * wantedRed - 22189 * wantedGreen + 28785 * wantedBlue);
      red[at] = chroma(28785 * wantedRed - 26145 * wantedGreen - 2640 * wantedBlue);
      if (time === CORRECTIONS) return;
      const [pb, pr] = [blue[at]! - 128, red[at]! - 128];
      let [shownRed, shownGreen, shownBlue] = [0, 0, 0];
      for (let i = 0; i < 4; i++) {
        const light = 1.16438 * (luma[corner + (i & 1) + (i >> 1) * width]! - 16);
        shownRed += clamped(light + 1.79274 * pr);
        shownGreen += clamped(light - 0.21325 * pb - 0.53291 * pr);
        shownBlue += clamped(light + 2.1124 * pb);
      }
      // the effect of rounding alone
      if (Math.abs(shownRed - r) < 8 && Math.abs(shownGreen - g) < 8 && Math.abs(shownBlue - b) < 8) return;
      wantedRed += r - shownRed;
      wantedGreen += g - shownGreen;
      wantedBlue += b - shownBlue;
    }
  };
  const convert = ({ pixels, top, bottom }: Pick<PixelBuffer, "pixels" | "top" | "bottom">): void => {
    for (let y = top & ~1; y < bottom; y += 2) {
      for (let x = 0; x < width; x += 2) convertBlock(pixels, x, y);
    }
  };
  return { bytes, convert };
};

const HALF = 1 << 15;

/** A color difference from 65536 times its sum over four pixels. */
const chroma = (sum: number): number => Math.max(16, Math.min(240, 128 + Math.round(sum / (4 * 65536))));

const clamped = (value: number): number => Math.max(0, Math.min(255, value));
