import { type GridSize, refusalFor } from "@lumiglyph/contract";
import { partsHeight, partsWidth, pngFile, type Raster } from "@lumiglyph/engine";
import sharp from "sharp";
import { chunksOf, type PngChunk } from "./png-chunks.ts";
import { sniff } from "./sniff.ts";

/** An animated image. */
export type Animation = {
  readonly width: number;
  readonly height: number;
  /** Milliseconds that each frame is shown. */
  readonly delays: readonly number[];
  /** Number of loops, 0 for endless. */
  readonly plays: number;
  /** Decodes the frames in order, upright 8-bit sRGB RGBA, at the size that a grid needs. */
  readonly frames: (grid: GridSize) => AsyncGenerator<Raster>;
};

/** Opens an animated GIF, WebP or PNG; null if the image has one frame. Throws a `Refusal` if it is damaged. */
export const openAnimation = async (bytes: Uint8Array, maxPixels: number): Promise<Animation | null> => {
  const format = sniff(bytes);
  if (format === "png") return openPng(bytes as Uint8Array<ArrayBuffer>, maxPixels);
  return format === "gif" || format === "webp" ? openPages(bytes, maxPixels) : null;
};

/** Browsers show frames shorter than this for a tenth of a second, because old files contain 0. */
const LEAST_DELAY = 20;
const USUAL_DELAY = 100;

const delayOf = (milliseconds: number): number => (milliseconds < LEAST_DELAY ? USUAL_DELAY : milliseconds);

/** Pixels that are decoded at once. */
const BATCH_PIXELS = 2 ** 25;

/** GIF and WebP: the decoder stacks the frames in one tall image. */
const openPages = async (bytes: Uint8Array, maxPixels: number): Promise<Animation | null> => {
  const { width, pages = 1, pageHeight, delay = [], loop = 0 } = await guarded(() => sharp(bytes, ALL).metadata());
  if (pages < 2 || pageHeight === undefined) return null;
  if (width * pageHeight > maxPixels) throw refusalFor("image_too_many_pixels");
  const batch = Math.max(1, Math.floor(BATCH_PIXELS / (width * pageHeight)));
  return {
    width,
    height: pageHeight,
    delays: Array.from({ length: pages }, (_, i) => delayOf(delay[i] ?? USUAL_DELAY)),
    plays: loop,
    async *frames(grid) {
      const size = sizeFor({ width, height: pageHeight }, grid);
      for (let page = 0; page < pages; page += batch) {
        const count = Math.min(batch, pages - page);
        const image = sharp(bytes, { ...ALL, page, pages: count }).resize({ ...size, fit: "fill", kernel: "lanczos3" });
        const data = await guarded(() => image.toColourspace("srgb").ensureAlpha().raw({ depth: "uchar" }).toBuffer());
        const length = 4 * size.width * size.height;
        if (data.length !== count * length) throw refusalFor("image_unreadable");
        for (let i = 0; i < count; i++) yield { ...size, data: data.subarray(i * length, (i + 1) * length) };
      }
    },
  };
};

/** The caller checks the size, so that its error can include it. */
const ALL = { animated: true, limitInputPixels: false, failOn: "warning" } as const;

const guarded = async <Result>(decode: () => Promise<Result>): Promise<Result> => {
  try {
    return await decode();
  } catch {
    throw refusalFor("image_unreadable");
  }
};

type Size = { readonly width: number; readonly height: number };

/** As many pixels as the engine uses, and no more than the image has. */
const sizeFor = ({ width, height }: Size, { columns, rows }: GridSize): Size => ({
  width: Math.min(width, partsWidth(columns)),
  height: Math.min(height, partsHeight(rows)),
});

/** A frame of an animated PNG (third edition, 11.3.6.2) and its compressed pixels. */
type PngFrame = Size & {
  readonly left: number;
  readonly top: number;
  readonly delay: number;
  readonly dispose: number;
  readonly blend: number;
  readonly parts: Uint8Array[];
};

/** PNG: frames are rectangles, each drawn over the previous canvas. */
const openPng = async (bytes: Uint8Array<ArrayBuffer>, maxPixels: number): Promise<Animation | null> => {
  const chunks = chunksOf(bytes);
  const control = chunks.find(({ type }) => type === "acTL");
  const header = chunks.find(({ type }) => type === "IHDR");
  if (control === undefined || header === undefined || header.data.length < 13) return null;
  const [width, height] = [uint32(header.data, 0), uint32(header.data, 4)];
  if (width * height > maxPixels) throw refusalFor("image_too_many_pixels");
  const frames = framesIn(chunks);
  if (frames.length < 2) return null;
  if (frames.some((frame) => !fits(frame, { width, height }))) throw refusalFor("image_unreadable");
  return {
    width,
    height,
    delays: frames.map(({ delay }) => delay),
    plays: control.data.length >= 8 ? uint32(control.data, 4) : 0,
    async *frames(grid) {
      const size = sizeFor({ width, height }, grid);
      const canvas = new Uint8Array(4 * width * height);
      for (const frame of frames) {
        const before = frame.dispose === DISPOSE_PREVIOUS ? canvas.slice() : null;
        const png = pngOf(header.data, chunks, frame);
        const pixels = await guarded(() => sharp(png).ensureAlpha().toColourspace("srgb").raw().toBuffer());
        if (pixels.length !== 4 * frame.width * frame.height) throw refusalFor("image_unreadable");
        compose(canvas, width, frame, pixels);
        const raw = sharp(canvas, { raw: { width, height, channels: 4 } }).resize({ ...size, fit: "fill" });
        yield { ...size, data: new Uint8Array(await guarded(() => raw.raw().toBuffer())) };
        if (before !== null) canvas.set(before);
        else if (frame.dispose === DISPOSE_BACKGROUND) compose(canvas, width, { ...frame, blend: 0 }, null);
      }
    },
  };
};

const uint32 = (data: Uint8Array, at: number): number =>
  new DataView(data.buffer, data.byteOffset, data.byteLength).getUint32(at);

const DISPOSE_BACKGROUND = 1;
const DISPOSE_PREVIOUS = 2;
const BLEND_OVER = 1;

const fits = ({ left, top, width, height }: PngFrame, page: Size): boolean =>
  width > 0 && height > 0 && left + width <= page.width && top + height <= page.height;

/** An image before the first frame control is for programs without animation. */
const framesIn = (chunks: readonly PngChunk[]): readonly PngFrame[] => {
  const frames: PngFrame[] = [];
  for (const { type, data } of chunks) {
    if (type === "fcTL" && data.length >= 26) {
      const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
      const seconds = view.getUint16(20) / (view.getUint16(22) || 100);
      frames.push({
        ...{ width: view.getUint32(4), height: view.getUint32(8), left: view.getUint32(12), top: view.getUint32(16) },
        ...{ delay: delayOf(1000 * seconds), dispose: view.getUint8(24), blend: view.getUint8(25), parts: [] },
      });
    }
    if (type === "IDAT") frames.at(-1)?.parts.push(data);
    // the first four bytes are a sequence number
    if (type === "fdAT") frames.at(-1)?.parts.push(data.subarray(4));
  }
  return frames.filter(({ parts }) => parts.length > 0);
};

/** Chunks that define how to interpret the pixels of every frame. */
const SHARED = new Set(["PLTE", "tRNS", "sRGB", "gAMA", "cHRM", "iCCP", "sBIT"]);

/** Writes a frame as a separate PNG. */
const pngOf = (header: Uint8Array, chunks: readonly PngChunk[], { width, height, parts }: PngFrame): Uint8Array => {
  const own = Uint8Array.from(header);
  const view = new DataView(own.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  return pngFile([
    ["IHDR", own],
    ...chunks.filter(({ type }) => SHARED.has(type)).map(({ type, data }) => [type, data] as const),
    ...parts.map((data) => ["IDAT", data] as const),
  ]);
};

/** Draws a frame's pixels into the canvas, or clears its area if there are none. */
const compose = (
  canvas: Uint8Array,
  across: number,
  { left, top, width, height, blend }: PngFrame,
  pixels: Uint8Array | null,
): void => {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [from, to] = [4 * (y * width + x), 4 * ((top + y) * across + left + x)];
      const alpha = pixels === null ? 0 : pixels[from + 3]! / 255;
      const below = blend === BLEND_OVER ? (canvas[to + 3]! / 255) * (1 - alpha) : 0;
      const sum = alpha + below;
      for (let i = 0; i < 3; i++) {
        const mixed = alpha * (pixels?.[from + i] ?? 0) + below * canvas[to + i]!;
        canvas[to + i] = sum === 0 ? 0 : Math.round(mixed / sum);
      }
      canvas[to + 3] = Math.round(255 * sum);
    }
  }
};
