import { type InputFormat, Refusal } from "@lumiglyph/contract";
import type { Raster, SourceInfo } from "@lumiglyph/engine";
import { chunksOf } from "./png-chunks.ts";
import { sniff } from "./sniff.ts";
import type { Rest } from "./translucent-png.ts";

/** A decoded image and facts about its file. */
export type DecodedImage = { readonly raster: Raster; readonly source: SourceInfo };

/**
 * Decodes a file's first frame to upright sRGB in a browser: the same raster as in Node, byte for byte if it is an sRGB
 * PNG. Throws a `Refusal` if the browser cannot read it. `rest` is called between pieces of the work, so that a page can
 * stay responsive.
 */
export const decodeImage = async (file: Blob, rest: Rest = async () => {}): Promise<DecodedImage> => {
  const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  const format = sniff(head);
  if (format === null) {
    const { unsupported } = await import("./refuse-format.ts");
    throw unsupported(head, format);
  }
  const { width, height, data } = await readBitmap(await decode(file, format, head), rest);
  // a canvas stores premultiplied pixels, which rounds the colors of translucent ones
  const exact = format === "png" && hasTranslucent(data) ? await readPng(file, rest) : null;
  return { raster: { width, height, data: exact ?? data }, source: { width, height, format } };
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
const readPng = async (file: Blob, rest: Rest): Promise<Uint8Array<ArrayBuffer> | null> => {
  try {
    const { readTranslucentPng } = await import("./translucent-png.ts");
    return await readTranslucentPng(new Uint8Array(await file.arrayBuffer()), rest);
  } catch {
    return null;
  }
};

/** Pixels read at a time, so that the page stays responsive. */
const BAND_PIXELS = 2 ** 19;

/** Reads a bitmap's pixels into separate memory, RGBA and not premultiplied, and closes it. */
export const readBitmap = async (bitmap: ImageBitmap, rest: Rest = async () => {}): Promise<Raster> => {
  const { width, height } = bitmap;
  const data = new Uint8Array(width * height * 4);
  const rows = Math.min(height, Math.ceil(BAND_PIXELS / width));
  const context = new OffscreenCanvas(width, rows).getContext("2d", { willReadFrequently: true })!;
  context.globalCompositeOperation = "copy";
  for (let top = 0; top < height; top += rows) {
    context.drawImage(bitmap, 0, -top);
    data.set(context.getImageData(0, 0, width, Math.min(rows, height - top)).data, top * width * 4);
    await rest();
  }
  bitmap.close();
  return { width, height, data };
};

/** Whether any pixel is neither opaque nor fully transparent. */
const hasTranslucent = (pixels: Raster["data"]): boolean => {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at]! > 0 && pixels[at]! < 255) return true;
  return false;
};
