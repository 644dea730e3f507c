import { type InputFormat, Refusal } from "@lumiglyph/contract";
import { sniff } from "@lumiglyph/decode";
import type { Negative } from "../darkroom/darkroom.ts";
import { readBitmap } from "./bitmap-pixels.ts";
import { chunksOf } from "./png-chunks.ts";

/**
 * A file's first frame as upright sRGB: the raster that the service makes of it, to the byte where it is a PNG in sRGB. Throws
 * a `Refusal` where the browser cannot read it.
 */
export const decodePicture = async (file: Blob): Promise<Negative> => {
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
