import { ATLAS } from "@lumiglyph/engine";
import type { PaintedPage, Rgb } from "@lumiglyph/engine/paint/page";
import type { ByteSink } from "./byte-sink.ts";

/** A page as numbers, so that pages can be compared cell by cell. */
export type PackedCells = {
  /** Of each cell: its glyph's index in the highest byte, its color below, red lowest. */
  readonly glyphs: Uint32Array<ArrayBuffer>;
  /** Color of each background, red lowest; 0 if the page has no backgrounds. */
  readonly grounds: Uint32Array<ArrayBuffer>;
};

/** The kinds of colors that a page's cells have. */
export type OwnColors = {
  readonly isColored: boolean;
  /** Whether cells have their own backgrounds; then they have their own colors too. */
  readonly isFilled: boolean;
};

/** An empty cell, of the atlas and of every mosaic. A blank looks the same in every color, so all have this number. */
export const BLANK = (ATLAS.indexOf(" ") << 24) >>> 0;

/** An empty page. */
export const blankCells = (count: number): PackedCells => ({
  glyphs: new Uint32Array(count).fill(BLANK),
  grounds: new Uint32Array(count),
});

/** Packs a page. */
export const packCells = ({ glyphs, colors, grounds, ink }: PaintedPage, out: PackedCells): void => {
  const plain = colorOf(ink);
  for (let i = 0; i < glyphs.length; i++) {
    const glyph = (glyphs[i]! << 24) >>> 0;
    out.glyphs[i] = glyph === BLANK ? BLANK : (glyph | (colors === null ? plain : colorAt(colors, i))) >>> 0;
    out.grounds[i] = grounds === null ? 0 : colorAt(grounds, i);
  }
};

/** A color as packed in cells. */
export const colorOf = ([red, green, blue]: Rgb): number => red | (green << 8) | (blue << 16);

const colorAt = (colors: Uint8Array, cell: number): number =>
  colors[3 * cell]! | (colors[3 * cell + 1]! << 8) | (colors[3 * cell + 2]! << 16);

/** Copies a page over another. */
export const copyCells = (from: PackedCells, to: PackedCells): void => {
  to.glyphs.set(from.glyphs);
  to.grounds.set(from.grounds);
};

/**
 * Writes the cells that differ from the previous page, and updates that page. Runs of changed cells: cells to skip,
 * cells that follow, then each cell's glyph, with red, green and blue if the page is colored, and with those of its
 * background if it is filled.
 */
export const writeDelta = (before: PackedCells, now: PackedCells, has: OwnColors, sink: ByteSink): void => {
  const count = now.glyphs.length;
  let end = 0;
  for (let i = 0; i < count; i++) {
    if (isSameCell(before, now, i)) continue;
    const from = i;
    while (i < count && !isSameCell(before, now, i)) i++;
    sink.putNumber(from - end);
    sink.putNumber(i - from);
    for (let at = from; at < i; at++) {
      sink.put(now.glyphs[at]! >>> 24);
      if (has.isColored) writeColor(now.glyphs[at]!, sink);
      if (has.isFilled) writeColor(now.grounds[at]!, sink);
    }
    end = i;
  }
  copyCells(now, before);
};

export const isSameCell = (one: PackedCells, other: PackedCells, i: number): boolean =>
  one.glyphs[i] === other.glyphs[i] && one.grounds[i] === other.grounds[i];

const writeColor = (color: number, sink: ByteSink): void => {
  sink.put(color & 255);
  sink.put((color >> 8) & 255);
  sink.put((color >> 16) & 255);
};

/** Applies what `writeDelta` has written. `ink` is the color of cells without their own. */
export const applyDelta = (bytes: Uint8Array, cells: PackedCells, has: OwnColors, ink: number): void => {
  let at = 0;
  const readNumber = (): number => {
    let value = 0;
    for (let times = 1; ; times *= 128) {
      const byte = bytes[at++]!;
      value += (byte & 127) * times;
      if (byte < 128) return value;
    }
  };
  const readColor = (): number => bytes[at++]! | (bytes[at++]! << 8) | (bytes[at++]! << 16);
  for (let i = 0; at < bytes.length; ) {
    i += readNumber();
    for (let left = readNumber(); left > 0; left--, i++) {
      const glyph = (bytes[at++]! << 24) >>> 0;
      const color = has.isColored ? readColor() : ink;
      cells.glyphs[i] = glyph === BLANK ? BLANK : (glyph | color) >>> 0;
      cells.grounds[i] = has.isFilled ? readColor() : 0;
    }
  }
};
