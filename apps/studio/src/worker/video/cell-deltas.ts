import { ATLAS } from "@lumiglyph/engine";
import type { PaintedPage, Rgb } from "../paint/page.ts";
import type { ByteSink } from "./byte-sink.ts";

/**
 * Writes the cells that differ from the previous page, and updates that page. Runs of changed cells: cells to skip,
 * cells that follow, then each cell's glyph, with red, green and blue if the page is colored.
 */
export const writeDelta = (before: PackedCells, now: PackedCells, isColored: boolean, sink: ByteSink): void => {
  let end = 0;
  for (let i = 0; i < now.length; i++) {
    if (now[i] === before[i]) continue;
    const from = i;
    while (i < now.length && now[i] !== before[i]) i++;
    sink.putNumber(from - end);
    sink.putNumber(i - from);
    for (let at = from; at < i; at++) writeCell(now[at]!, isColored, sink);
    end = i;
  }
  before.set(now);
};

const writeCell = (cell: number, isColored: boolean, sink: ByteSink): void => {
  sink.put(cell >>> 24);
  if (!isColored) return;
  sink.put(cell & 255);
  sink.put((cell >> 8) & 255);
  sink.put((cell >> 16) & 255);
};

/** Applies what `writeDelta` has written. `ink` is the color of cells without their own. */
export const applyDelta = (bytes: Uint8Array, cells: PackedCells, ink: number | null): void => {
  let at = 0;
  const readNumber = (): number => {
    let value = 0;
    for (let times = 1; ; times *= 128) {
      const byte = bytes[at++]!;
      value += (byte & 127) * times;
      if (byte < 128) return value;
    }
  };
  for (let i = 0; at < bytes.length; ) {
    i += readNumber();
    for (let left = readNumber(); left > 0; left--, i++) {
      const glyph = (bytes[at++]! << 24) >>> 0;
      const color = ink ?? bytes[at++]! | (bytes[at++]! << 8) | (bytes[at++]! << 16);
      cells[i] = glyph === BLANK ? BLANK : (glyph | color) >>> 0;
    }
  }
};

/** A cell as one number: its glyph's atlas index in the highest byte, its color below, red lowest. */
export type PackedCells = Uint32Array<ArrayBuffer>;

/** An empty cell. A blank looks the same in every color, so all blanks have this number. */
export const BLANK = (ATLAS.indexOf(" ") << 24) >>> 0;

/** An empty page. */
export const blankCells = (count: number): PackedCells => new Uint32Array(count).fill(BLANK);

/** Packs a page, so that pages can be compared cell by cell. */
export const packCells = ({ glyphs, colors, ink }: PaintedPage, out: PackedCells): void => {
  const plain = colorOf(ink);
  for (let i = 0; i < out.length; i++) {
    const glyph = (glyphs[i]! << 24) >>> 0;
    const color = colors === null ? plain : colors[3 * i]! | (colors[3 * i + 1]! << 8) | (colors[3 * i + 2]! << 16);
    out[i] = glyph === BLANK ? BLANK : (glyph | color) >>> 0;
  }
};

/** A color as packed in cells. */
export const colorOf = ([red, green, blue]: Rgb): number => red | (green << 8) | (blue << 16);
