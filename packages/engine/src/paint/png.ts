import { completeParams, gridFor, type RenderOptions, refuseFor } from "@lumiglyph/contract";
import { altOf } from "../encoders/encoder.ts";
import type { RenderResult } from "../picture.ts";
import type { GlyphAtlas } from "./atlas.ts";
import { blit, createPixelBuffer } from "./blit.ts";
import { pageOf } from "./page.ts";
import { pngFile } from "./png-file.ts";
import { type CellSize, wholeCells } from "./view.ts";

/** Compresses in the zlib format (RFC 1950), as Node's `deflateSync` does. */
export type Deflate = (bytes: Uint8Array) => Uint8Array;

/** Most pixels of a PNG. */
export const MAX_PNG_PIXELS = 32_000_000;

/** Refuses options whose page would have too many pixels, before anything is drawn. */
export const checkPngSize = (
  options: RenderOptions,
  source: { readonly width: number; readonly height: number },
): void => {
  const params = completeParams(options);
  const { columns, rows } = gridFor(params, source.width, source.height);
  const { width, height } = wholeCells(params, params.pixelsPerCell);
  if (columns * width * rows * height <= MAX_PNG_PIXELS) return;
  const page = { width: columns * width, height: rows * height };
  throw refuseFor("grid_too_large", { kind: "png", ...page, most: MAX_PNG_PIXELS });
};

/**
 * A page as a PNG (third edition): as indexes into a palette where 256 colors are enough, else in full color. It is painted
 * a row of cells at a time, so that its pixels are never in memory all at once.
 */
export const paintPng = (result: RenderResult, atlas: GlyphAtlas, deflate: Deflate): Uint8Array => {
  const page = pageOf(result);
  const cell = wholeCells(page, result.params.pixelsPerCell);
  const [width, height] = [page.columns * cell.width, page.rows * cell.height];
  const strips = stripsOf(page, cell, atlas);
  const { colorType, depth, palette, lines } = indexed(strips, width, height) ?? trueColor(strips, width, height);
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([depth, colorType], 8);
  return pngFile([
    ["IHDR", header],
    ["sRGB", Uint8Array.of(0)],
    ...(palette === null ? [] : [["PLTE", palette] as const]),
    ["iTXt", text("Description", altOf(result))],
    ["IDAT", deflate(lines)],
  ]);
};

/** The pixels of each row of cells from the top, in a buffer that is used again; red is in the lowest byte. */
type Strips = () => Iterable<Uint32Array>;

const stripsOf = (page: ReturnType<typeof pageOf>, cell: CellSize, atlas: GlyphAtlas): Strips =>
  function* () {
    const view = { cell, width: page.columns * cell.width, height: cell.height, left: 0, top: 0 };
    const buffer = createPixelBuffer(page, view);
    for (let row = 0; row < page.rows; row++) {
      blit(page, { ...view, top: -row * cell.height }, atlas(cell, page), buffer);
      yield buffer.pixels;
    }
  };

/** The file's color type, and its scanlines, each starting with its filter number. */
type Lines = {
  readonly colorType: number;
  readonly depth: number;
  readonly palette: Uint8Array | null;
  readonly lines: Uint8Array;
};

/** Lines of indexes in as few bits as they need; null if there are more than 256 colors. */
const indexed = (strips: Strips, width: number, height: number): Lines | null => {
  const places = new Map<number, number>();
  const indexes = new Uint8Array(width * height);
  let to = 0;
  for (const pixels of strips()) {
    let [last, index] = [-1, 0];
    for (const pixel of pixels) {
      if (pixel !== last) {
        last = pixel;
        index = places.get(pixel) ?? places.size;
        if (index === 256) return null;
        places.set(pixel, index);
      }
      indexes[to++] = index;
    }
  }
  const palette = new Uint8Array(3 * places.size);
  for (const [pixel, index] of places) palette.set([pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255], 3 * index);
  const depth = [1, 2, 4].find((bits) => places.size <= 1 << bits) ?? 8;
  const stride = 1 + Math.ceil((width * depth) / 8);
  const lines = new Uint8Array(stride * height);
  for (let y = 0, from = 0; y < height; y++) {
    for (let x = 0, bit = 8 * (y * stride + 1); x < width; x++, from++, bit += depth) {
      lines[bit >> 3] = lines[bit >> 3]! | (indexes[from]! << (8 - depth - (bit & 7)));
    }
  }
  return { colorType: 3, depth, palette, lines };
};

/** RGB scanlines with PNG filter None or Up, whichever gives smaller values. */
const trueColor = (strips: Strips, width: number, height: number): Lines => {
  const stride = 1 + 3 * width;
  const lines = new Uint8Array(stride * height);
  let above = new Uint8Array(3 * width);
  let line = new Uint8Array(3 * width);
  let to = 0;
  for (const pixels of strips()) {
    for (let from = 0; from < pixels.length; from += width, to += stride) {
      let [plain, less] = [0, 0];
      for (let x = 0, at = 0; x < width; x++) {
        for (let pixel = pixels[from + x]!, end = at + 3; at < end; at++, pixel >>>= 8) {
          line[at] = pixel;
          plain += magnitude(line[at]!);
          less += magnitude(line[at]! - above[at]!);
        }
      }
      lines[to] = less < plain ? UP : NONE;
      if (less < plain) for (let at = 0; at < line.length; at++) lines[to + 1 + at] = line[at]! - above[at]!;
      else lines.set(line, to + 1);
      [above, line] = [line, above];
    }
  }
  return { colorType: 2, depth: 8, palette: null, lines };
};

const NONE = 0;
const UP = 2;

/** How far a byte is from 0, both ways around. */
const magnitude = (difference: number): number => Math.min(difference & 255, -difference & 255);

/** The contents of a text chunk: neither compressed nor in a given language. */
const text = (keyword: string, words: string): Uint8Array => UTF8.encode(`${keyword}\0\0\0\0\0${words}`);

declare const TextEncoder: new () => { readonly encode: (text: string) => Uint8Array };
const UTF8 = new TextEncoder();
