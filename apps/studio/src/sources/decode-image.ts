import { type InputFormat, Refusal } from "@lumiglyph/contract";
import { sniff } from "@lumiglyph/decode";
import type { DecodedImage } from "../worker/render-worker.ts";
import { createTurn } from "../worker/scheduler.ts";
import { chunksOf } from "./png-chunks.ts";

/**
 * A file's first frame as upright sRGB: the raster that the service makes of it, to the byte where it is a PNG in sRGB. Throws
 * a `Refusal` where the browser cannot read it.
 */
export const decodePicture = async (file: Blob): Promise<DecodedImage> => {
  const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  const format = sniff(head);
  if (format === null) throw new Refusal("image_format_unsupported", "These bytes are no picture known here.");
  const { width, height, data, isTranslucent } = await readBitmap(await decode(file, format, head));
  // a canvas keeps its pixels multiplied by their alpha, which rounds the colors of those that are not opaque
  const exact = format === "png" && isTranslucent ? await readPng(file) : null;
  return { width, height, data: exact ?? data, source: { width, height, format } };
};

/** Bytes that tell the format, and whether a PNG has a color profile. */
const HEAD = 64 * 1024;

const decode = async (file: Blob, format: InputFormat, head: Uint8Array<ArrayBuffer>): Promise<ImageBitmap> => {
  // like the service, a profile counts, but not what else a PNG may say about its colors
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

/** Null where it cannot be had: rounded colors are better than none. */
const readPng = async (file: Blob): Promise<ArrayBuffer | null> => {
  try {
    const { readTranslucentPng } = await import("./translucent-png.ts");
    return await readTranslucentPng(new Uint8Array(await file.arrayBuffer()));
  } catch {
    return null;
  }
};

/** A picture's pixels: RGBA, alpha not premultiplied. */
type BitmapPixels = {
  readonly width: number;
  readonly height: number;
  readonly data: ArrayBuffer;
  /** Whether there is a pixel that is neither opaque nor fully transparent. */
  readonly isTranslucent: boolean;
};

/** Pixels that are read in one go: the page must not stand still for long. */
const BAND_PIXELS = 2 ** 19;

/** The pixels of a bitmap, which is closed. */
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
