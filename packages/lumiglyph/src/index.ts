import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { completeParams, type RenderOptions, readOptions } from "@lumiglyph/contract";
import type { DecodeLimits } from "@lumiglyph/decode/node";
import type { FontProfile, Raster } from "@lumiglyph/engine";
import type { PngDrawing } from "./draw-png.ts";
import { type Drawing, drawRaster, isRaster, noSource, type Pixels } from "./draw-raster.ts";

export { Refusal, type RenderOptions } from "@lumiglyph/contract";
export { signAddress } from "./sign-address.ts";
export type { Drawing, PngDrawing };

/** A picture: a path or an address, bytes of a JPEG, PNG, WebP, GIF or AVIF file in any form, or pixels. */
export type Source = string | URL | Uint8Array | ArrayBuffer | Blob | AsyncIterable<Uint8Array> | Raster;

/** Inputs of a drawing besides its options. */
export type DrawContext = {
  /** A custom font profile, by `measureFont` of `@lumiglyph/decode/font`. */
  readonly profile?: FontProfile;
  /** Limits for untrusted pictures; by default only the decoder's own. */
  readonly limits?: Partial<DecodeLimits>;
  /** Aborts fetching an address; by default, after 30 seconds. */
  readonly signal?: AbortSignal;
};

/**
 * Draws a picture as characters: `const { text } = await draw("photo.png", { columns: 80 })`.
 * Throws a `Refusal` with all problems of the options or the picture.
 */
export const draw = async (
  source: Source,
  options: RenderOptions = {},
  { profile, limits, signal }: DrawContext = {},
): Promise<Drawing> => {
  const given = readOptions(options);
  return drawRaster(await pixelsOf(source, given, limits, signal), given, profile);
};

/** The same as a PNG: `const { png } = await drawPng("photo.png", { columns: 80, color: true })`. */
export const drawPng = async (
  source: Source,
  options: RenderOptions = {},
  { profile, limits, signal }: DrawContext = {},
): Promise<PngDrawing> => {
  const given = readOptions({ ...options, format: "png" });
  const [pixels, { drawPngOf }] = await Promise.all([pixelsOf(source, given, limits, signal), import("./draw-png.ts")]);
  return drawPngOf(pixels, given, profile);
};

const pixelsOf = async (
  source: Source,
  given: RenderOptions,
  limits: DrawContext["limits"],
  signal: AbortSignal | undefined,
): Promise<Pixels> => {
  if (isRaster(source)) return { raster: source };
  // the decoder loads while the file is read, and only if there is a file
  const [bytes, { decodeImage, NO_LIMITS }] = await Promise.all([
    readSource(source, signal),
    import("@lumiglyph/decode/node"),
  ]);
  return decodeImage(bytes, { ...NO_LIMITS, ...limits }, completeParams(given));
};

/** Reads a picture's file. */
const readSource = async (source: Exclude<Source, Raster>, signal?: AbortSignal): Promise<Uint8Array> => {
  if (typeof source === "string") return ADDRESS.test(source) ? fetchBytes(new URL(source), signal) : readFile(source);
  if (source instanceof URL) return source.protocol === "file:" ? readFile(source) : fetchBytes(source, signal);
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  if (source instanceof Uint8Array) return source;
  if (source instanceof Blob) return new Uint8Array(await source.arrayBuffer());
  if (typeof source === "object" && source !== null && Symbol.asyncIterator in source) return buffer(source);
  throw noSource(source, "a path, a URL, bytes, a Blob, a stream or pixels");
};

/** Longer than one letter, so that a Windows drive does not count. */
const ADDRESS = /^(?:https?|data|blob):/i;

const fetchBytes = async (url: URL, signal = AbortSignal.timeout(30_000)): Promise<Uint8Array> => {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`${url.href.slice(0, 200)} answered ${response.status}.`);
  return new Uint8Array(await response.arrayBuffer());
};
