import { createTurn } from "../darkroom/turn.ts";

/** A picture's pixels: RGBA, alpha not premultiplied. */
export type BitmapPixels = {
  readonly width: number;
  readonly height: number;
  readonly data: ArrayBuffer;
  /** Whether there is a pixel that is neither opaque nor fully transparent. */
  readonly isTranslucent: boolean;
};

/** Pixels that are read in one go: the page must not stand still for long. */
const BAND_PIXELS = 2 ** 19;

/** The pixels of a bitmap, which is closed. */
export const readBitmap = async (bitmap: ImageBitmap): Promise<BitmapPixels> => {
  const { width, height } = bitmap;
  const data = new Uint8ClampedArray(width * height * 4);
  const rows = Math.min(height, Math.ceil(BAND_PIXELS / width));
  const context = new OffscreenCanvas(width, rows).getContext("2d", { willReadFrequently: true })!;
  context.globalCompositeOperation = "copy";
  const turn = createTurn();
  let isTranslucent = false;
  for (let top = 0; top < height; top += rows) {
    context.drawImage(bitmap, 0, -top);
    const band = context.getImageData(0, 0, width, Math.min(rows, height - top)).data;
    data.set(band, top * width * 4);
    isTranslucent ||= hasTranslucent(band);
    await turn();
  }
  bitmap.close();
  return { width, height, data: data.buffer, isTranslucent };
};

const hasTranslucent = (pixels: Uint8ClampedArray): boolean => {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at]! > 0 && pixels[at]! < 255) return true;
  return false;
};
