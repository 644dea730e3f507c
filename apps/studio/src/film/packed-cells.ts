import { ATLAS } from "@lumiglyph/engine";
import type { PaintedPage, Rgb } from "../paint/page.ts";

/** A cell in one number: its glyph's place in the atlas in the highest byte, its color below, red lowest. */
export type PackedCells = Uint32Array<ArrayBuffer>;

/** A cell that shows nothing. A blank looks the same in every color: all have this one number. */
export const BLANK = (ATLAS.indexOf(" ") << 24) >>> 0;

/** A page on which nothing stands. */
export const blankCells = (count: number): PackedCells => new Uint32Array(count).fill(BLANK);

/** Packs what a page shows, so that pages can be compared cell by cell. */
export const packCells = ({ glyphs, colors, ink }: PaintedPage, out: PackedCells): void => {
  const plain = colorOf(ink);
  for (let i = 0; i < out.length; i++) {
    const glyph = (glyphs[i]! << 24) >>> 0;
    const color = colors === null ? plain : colors[3 * i]! | (colors[3 * i + 1]! << 8) | (colors[3 * i + 2]! << 16);
    out[i] = glyph === BLANK ? BLANK : (glyph | color) >>> 0;
  }
};

/** A color as cells have it. */
export const colorOf = ([red, green, blue]: Rgb): number => red | (green << 8) | (blue << 16);
