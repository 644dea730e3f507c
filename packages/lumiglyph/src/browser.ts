import { type RenderOptions, readOptions } from "@lumiglyph/contract";
import { decodeImage, readBitmap } from "@lumiglyph/decode/browser";
import type { FontProfile, Raster } from "@lumiglyph/engine";
import { type Drawing, drawRaster, isRaster, noSource, type Pixels } from "./draw-raster.ts";

export { Refusal, type RenderOptions } from "@lumiglyph/contract";
export type { Drawing };

/** A picture: an address, bytes of an image file in any form, an element or canvas that shows it, or pixels. */
export type Source =
  | string
  | URL
  | Uint8Array
  | ArrayBuffer
  | Blob
  | ReadableStream<Uint8Array>
  | ImageBitmapSource
  | Raster;

/** What a drawing may need beside its options. */
export type DrawContext = {
  /** The light of a font of your own, by `measureFont` of `@lumiglyph/decode/font`. */
  readonly profile?: FontProfile;
  /** Ends the wait for an address. */
  readonly signal?: AbortSignal;
};

/**
 * Draws a picture as characters: `const { text } = await draw(file, { columns: 80 })`. Throws a `Refusal` that says what is
 * wrong with the options or the picture. Pixels are drawn wherever JavaScript runs; files need a browser to decode them.
 */
export const draw = async (
  source: Source,
  options: RenderOptions = {},
  { profile, signal }: DrawContext = {},
): Promise<Drawing> => {
  const given = readOptions(options);
  return drawRaster(await readPixels(source, signal), given, profile);
};

const readPixels = async (source: Source, signal?: AbortSignal): Promise<Pixels> => {
  if (isRaster(source)) return { raster: source };
  if (typeof createImageBitmap === "undefined") {
    throw new TypeError("This environment cannot decode pictures. Give pixels: { width, height, data }.");
  }
  if (typeof source === "string" || source instanceof URL) return decodeImage(await fetchBlob(source, signal));
  if (source instanceof Blob) return decodeImage(source);
  if (source instanceof ArrayBuffer || source instanceof Uint8Array) {
    return decodeImage(new Blob([source as Uint8Array<ArrayBuffer>]));
  }
  if (source instanceof ReadableStream) {
    return decodeImage(await new Response(source as ReadableStream<Uint8Array<ArrayBuffer>>).blob());
  }
  if (typeof source !== "object" || source === null) {
    throw noSource(source, "an address, bytes, a Blob, a stream, an image, a canvas or pixels");
  }
  return { raster: await readBitmap(await createImageBitmap(source)) };
};

const fetchBlob = async (url: string | URL, signal?: AbortSignal): Promise<Blob> => {
  const response = await fetch(url, signal === undefined ? {} : { signal });
  if (!response.ok) throw new Error(`${String(url).slice(0, 200)} answered ${response.status}.`);
  return response.blob();
};
