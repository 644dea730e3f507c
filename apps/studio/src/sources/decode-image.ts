import { type InputFormat, Refusal } from "@lumiglyph/contract";
import { sniff } from "@lumiglyph/decode";
import type { DecodedImage } from "../worker/render-worker.ts";
import { createTurn } from "../worker/scheduler.ts";
import { chunksOf } from "./png-chunks.ts";

/**
 * Decodes a file's first frame to upright sRGB: the same raster as the service's, byte for byte if it is an sRGB PNG.
 * Throws a `Refusal` if the browser cannot read it.
 */
export const decodeImage = async (file: Blob): Promise<DecodedImage> => {
  const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  const format = sniff(head);
  if (format === null) throw new Refusal("image_format_unsupported", "Unknown image format.");
  const { width, height, data, isTranslucent } = await readBitmap(await decode(file, format, head));
  // a canvas stores premultiplied pixels, which rounds the colors of translucent ones
  const exact = format === "png" && isTranslucent ? await readPng(file) : null;
  return { width, height, data: exact ?? data, source: { width, height, format } };
};

/** Enough bytes to detect the format, and a PNG's color profile. */
const HEAD = 64 * 1024;

const decode = async (file: Blob, format: InputFormat, head: Uint8Array<ArrayBuffer>): Promise<ImageBitmap> => {
  // like the service, honor a color profile but no other color chunk of a PNG
  const isPlain = format === "png" && !chunksOf(head).some(({ type }) => type === "iCCP");
  try {
    return await createImageBitmap(file, {
      colorSpaceConversion: isPlain ? "none" : "default",
      imageOrientation: "from-image",
      premultiplyAlpha: "none",
    });
  } catch {
    throw new Refusal("image_unreadable", "The browser could not read the picture.");
  }
};

/** Null if it fails: rounded colors are better than none. */
const readPng = async (file: Blob): Promise<ArrayBuffer | null> => {
  try {
    const { readTranslucentPng } = await import("./translucent-png.ts");
    return await readTranslucentPng(new Uint8Array(await file.arrayBuffer()));
  } catch {
    return null;
  }
};

/** RGBA pixels, not premultiplied. */
type BitmapPixels = {
  readonly width: number;
  readonly height: number;
  readonly data: ArrayBuffer;
  /** Whether any pixel is neither opaque nor fully transparent. */
  readonly isTranslucent: boolean;
};

/** Pixels read at a time, so that the page stays responsive. */
const BAND_PIXELS = 2 ** 19;

/** Reads a bitmap's pixels and closes it. */
const readBitmap = async (bitmap: ImageBitmap): Promise<BitmapPixels> => {
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
