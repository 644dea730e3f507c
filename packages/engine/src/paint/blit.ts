import { ATLAS } from "../glyphs/atlas.ts";
import type { GlyphAtlas, GlyphSheet } from "./atlas.ts";
import type { PaintedPage, Rgb } from "./page.ts";
import { cellWith, edgeOf, type View, wholeCells } from "./view.ts";

/**
 * Paints the visible cells whose glyph or color has changed. Blends in sRGB, as the engine's calibration and terminals
 * do. Allocates nothing.
 */
export const blit = (page: PaintedPage, view: View, sheet: GlyphSheet, pixelBuffer: PixelBuffer): void => {
  const { columns, rows, glyphs, colors, grounds } = page;
  const { cell } = view;
  const firstRow = Math.max(0, cellWith(-view.top, cell.height));
  const endRow = Math.min(rows, cellWith(view.height - 1 - view.top, cell.height) + 1);
  const firstColumn = Math.max(0, cellWith(-view.left, cell.width));
  const endColumn = Math.min(columns, cellWith(view.width - 1 - view.left, cell.width) + 1);
  const ink = packed(page.ink);
  const ground = page.ground === null ? 0 : OPAQUE | packed(page.ground);
  for (let share = 0; share < 256; share++) INKED[share] = blend(share, ink, ground);
  pixelBuffer.top = view.height;
  pixelBuffer.bottom = 0;
  for (let row = firstRow; row < endRow; row++) {
    const y = view.top + edgeOf(row, cell.height);
    const down = view.top + edgeOf(row + 1, cell.height) - y;
    for (let column = firstColumn; column < endColumn; column++) {
      const i = row * columns + column;
      const glyph = glyphs[i]!;
      const isInk = colors === null || glyph === BLANK;
      const color = isInk ? ink : colorAt(colors, i);
      const behind = grounds === null ? ground : OPAQUE | colorAt(grounds, i);
      const shown = ((glyph << 24) | color) >>> 0;
      if (pixelBuffer.cells[i] === shown && pixelBuffer.behind[i] === behind) continue;
      pixelBuffer.cells[i] = shown;
      pixelBuffer.behind[i] = behind;
      const x = view.left + edgeOf(column, cell.width);
      const across = view.left + edgeOf(column + 1, cell.width) - x;
      const alpha = sheet.alphaOf(glyph, across - sheet.width, down - sheet.height);
      if (isInk && behind === ground) stampInk(pixelBuffer, alpha, across, down, x, y);
      else stampColor(pixelBuffer, alpha, across, down, x, y, color, behind);
      pixelBuffer.top = Math.min(pixelBuffer.top, Math.max(0, y));
      pixelBuffer.bottom = Math.max(pixelBuffer.bottom, Math.min(view.height, y + down));
    }
  }
};

/** A blank looks the same in every color. It is the first glyph of every list. */
const BLANK = ATLAS.indexOf(" ");

/** The page's ink by coverage, blended once for all cells without their own color. */
const INKED = new Uint32Array(256);

const packed = ([red, green, blue]: Rgb): number => red | (green << 8) | (blue << 16);

/** The color of a cell, packed likewise. */
const colorAt = (colors: Uint8Array, cell: number): number =>
  colors[3 * cell]! | (colors[3 * cell + 1]! << 8) | (colors[3 * cell + 2]! << 16);

/** Draws one glyph with its top left corner at a pixel, clipped to the buffer. */
const stampInk = (
  { width, height, pixels }: PixelBuffer,
  alpha: Uint8Array,
  across: number,
  down: number,
  left: number,
  top: number,
): void => {
  const firstX = Math.max(0, -left);
  const endX = Math.min(across, width - left);
  const endY = Math.min(down, height - top);
  for (let y = Math.max(0, -top); y < endY; y++) {
    const to = (top + y) * width + left;
    const from = y * across;
    for (let x = firstX; x < endX; x++) pixels[to + x] = INKED[alpha[from + x]!]!;
  }
};

const stampColor = (
  { width, height, pixels }: PixelBuffer,
  alpha: Uint8Array,
  across: number,
  down: number,
  left: number,
  top: number,
  color: number,
  ground: number,
): void => {
  const firstX = Math.max(0, -left);
  const endX = Math.min(across, width - left);
  const endY = Math.min(down, height - top);
  const start = startOf(ground);
  const step = stepOf(color, ground);
  const greenStart = greenStartOf(ground);
  const greenStep = greenStepOf(color, ground);
  for (let y = Math.max(0, -top); y < endY; y++) {
    const to = (top + y) * width + left;
    const from = y * across;
    for (let x = firstX; x < endX; x++) {
      const share = alpha[from + x]!;
      if (share === 0) pixels[to + x] = ground;
      else if (ground === 0) pixels[to + x] = (share << 24) | color;
      else pixels[to + x] = mix(share, start, step, greenStart, greenStep);
    }
  }
};

/** Alpha of an opaque pixel. Pixels have red in the lowest byte and alpha in the highest. */
const OPAQUE = 0xff000000 | 0;

/** Blends ink over a background that is opaque, or 0, by coverage from 0 to 255, with all bytes rounded. */
const blend = (share: number, ink: number, ground: number): number => {
  if (ground === 0) return share && (share << 24) | ink;
  return mix(share, startOf(ground), stepOf(ink, ground), greenStartOf(ground), greenStepOf(ink, ground));
};

/** Red and blue are blended together: each has room above it for a product's carry. */
const RED_BLUE = 0xff00ff;

/** The background's red and blue times 255, plus halves for rounding. */
const startOf = (ground: number): number => (Math.imul(ground & RED_BLUE, 255) + 0x800080) | 0;

/** Change of red and blue for a coverage of 1. */
const stepOf = (ink: number, ground: number): number => ((ink & RED_BLUE) - (ground & RED_BLUE)) | 0;

const greenStartOf = (ground: number): number => ((ground >> 8) & 255) * 255 + 128;

const greenStepOf = (ink: number, ground: number): number => ((ink >> 8) & 255) - ((ground >> 8) & 255);

/** `blend` over an opaque background, for loops that unpack the colors once. */
const mix = (share: number, start: number, step: number, greenStart: number, greenStep: number): number => {
  const redBlue = (start + Math.imul(step, share)) | 0;
  const green = (greenStart + Math.imul(greenStep, share)) | 0;
  // with the half included, (t + t ÷ 256) ÷ 256 is t ÷ 255, rounded
  return OPAQUE | (((redBlue + ((redBlue >>> 8) & RED_BLUE)) >>> 8) & RED_BLUE) | ((green + (green >> 8)) & 0xff00);
};

/** Pixels that pages are painted on, with what they currently show. */
export type PixelBuffer = {
  readonly width: number;
  readonly height: number;
  /** RGBA, red in the lowest byte, not premultiplied. */
  readonly pixels: Uint32Array<ArrayBuffer>;
  /** Contents of each cell: glyph in the highest byte, color below, red lowest. */
  readonly cells: Uint32Array<ArrayBuffer>;
  /** The background of each cell as a pixel. */
  readonly behind: Int32Array<ArrayBuffer>;
  /** Pixel rows changed by the last page: from `top` to `bottom`, exclusive. */
  top: number;
  bottom: number;
};

/** The background of a cell that was never painted: neither opaque nor transparent. */
const NOTHING = 1;

/** An empty pixel buffer. */
export const createPixelBuffer = ({ columns, rows }: PaintedPage, { width, height }: View): PixelBuffer => ({
  width,
  height,
  pixels: new Uint32Array(width * height),
  cells: new Uint32Array(columns * rows),
  behind: new Int32Array(columns * rows).fill(NOTHING),
  top: 0,
  bottom: 0,
});

/** Clears a pixel buffer. */
export const clearPixels = ({ pixels, behind }: PixelBuffer): void => {
  pixels.fill(0);
  behind.fill(NOTHING);
};

/** A fully painted page: RGBA, not premultiplied, as for ImageData. */
export type PaintedPixels = {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray<ArrayBuffer>;
};

/** Paints a whole page with cells of this width, in whole pixels, for files and thumbnails. */
export const toPixels = (page: PaintedPage, width: number, atlas: GlyphAtlas): PaintedPixels => {
  const cell = wholeCells(page, width);
  const view = { cell, width: page.columns * cell.width, height: page.rows * cell.height, left: 0, top: 0 };
  const pixelBuffer = createPixelBuffer(page, view);
  blit(page, view, atlas(cell, page), pixelBuffer);
  return { width: view.width, height: view.height, data: new Uint8ClampedArray(pixelBuffer.pixels.buffer) };
};
