import type { GridSize } from "@lumiglyph/contract";
import { CELL_PARTS } from "../cells.ts";
import { LIGHT_OF_BYTE } from "../math/srgb.ts";
import { type Planes3, within } from "../plane.ts";
import type { CellRoom } from "./cell-room.ts";
import { holdLight, type Look, legible } from "./letters.ts";
import { addedLight, type Masks } from "./masks.ts";
import { addLeft, paint } from "./painted.ts";
import type { Palette } from "./palettes.ts";
import type { TwoColors } from "./two-color-page.ts";

/** What the cells of a page in two colors should show. */
export type CellTask = {
  /** The glyphs to choose from. The first is the blank if a cell has to be blank. */
  readonly masks: Masks;
  readonly size: GridSize;
  /** Colors of the parts of all cells as sRGB values from 0 to 1. */
  readonly wanted: Planes3;
  /** 1 for each cell that has to be blank; null for none. */
  readonly blank: Uint8Array | null;
  /** How letters are seen; null for mosaics, whose two colors are the cell's own. */
  readonly look: Look | null;
  /** The colors to choose from, null for all, and how many of them are tried for each ink and background. */
  readonly palette: Palette | null;
  readonly tries: number;
  /** 1 for each cell that neither takes nor leaves what a palette lacks, so that even areas stay even; null for none. */
  readonly even: Uint8Array | null;
  /** Squares that it is worth that a cell keeps its glyph; 0 for a new page. */
  readonly keep: number;
  readonly fitCells: FitCells;
};

/** Fits one cell of a task after another. */
export type CellFitter = {
  readonly room: CellRoom;
  /** Reads the parts of a cell, and their light if asked. */
  readonly read: (row: number, column: number, withLight: boolean) => void;
  /** Chooses a glyph among the first `count`, and its two colors. */
  readonly fit: (cell: number, now: number, count: number) => number;
  /** Products of the covers of glyphs with the parts, channel by channel: one glyph, or all. */
  readonly coveredSums: (first: number, end: number) => Float64Array;
};

/** Starts to fit cells. A fitter is valid until the next call of any kernel. */
export type FitCells = (task: Pick<CellTask, "masks" | "wanted" | "look" | "keep">) => CellFitter;

/** Value of `liked` for a cell without such a glyph. */
export const FREE = 255;

/**
 * Gives each cell, or each that is not 0 in `open`, the glyph and the two colors with the least squares as they are seen.
 * Nothing is carried to other cells, unless a palette lacks colors: what heals from afar is specks and combs at the screen.
 */
export const matchCells = (task: CellTask, page: TwoColors, open: Uint8Array | null = null): void => {
  const { masks, size, blank, look, palette, even } = task;
  const fitter = task.fitCells(task);
  const { room } = fitter;
  for (let row = 0, cell = 0; row < size.rows; row++) {
    for (let column = 0; column < size.columns; column++, cell++) {
      if (open !== null && open[cell] === 0) continue;
      fitter.read(row, column, look !== null || palette !== null);
      const isEven = even !== null && even[cell] === 1;
      if (palette !== null && !isEven) addLeft(page.left, size, cell, column, room);
      const isBlank = blank !== null && blank[cell] === 1;
      const glyph = fitter.fit(cell, page.cells[cell]!, isBlank ? 1 : masks.count);
      if (look !== null) {
        legible(masks, glyph, look, room);
        holdLight(masks, glyph, look, room);
      }
      if (palette === null) place(masks, page, cell, glyph, room);
      else paint(task, palette, page, cell, glyph, isBlank, fitter);
      if (isEven) page.left.fill(0, 3 * cell, 3 * cell + 3);
    }
  }
};

/** Part of the weights that letters have: the less they stand out, the less it matters which they are. */
export const visibleShare = (look: Look | null): number =>
  look === null ? 0 : CELL_PARTS * Math.min(1, 2 * (1 - look.fill));

/** Squares that nobody misses: half a level in each part and channel. */
export const PLAIN: number = 3 * CELL_PARTS * (0.5 / 255) ** 2;

/** Density of the letters of the faintest cells, relative to the densest. */
export const SPARSE = 0.35;

/** Weights of a letter's density and of its roughness against the mean squares of the parts. */
export const TONE = 0.01;
export const ROUGH = 0.015;

const place = (masks: Masks, page: TwoColors, cell: number, glyph: number, { ink, ground }: CellRoom): void => {
  page.cells[cell] = glyph;
  for (let channel = 0, at = 3 * cell; channel < 3; channel++, at++) {
    const [front, behind] = [byteOf(ink[channel]!), byteOf(ground[channel]!)];
    page.inks[at] = LIGHT_OF_BYTE[front]!;
    page.grounds[at] = LIGHT_OF_BYTE[behind]!;
    page.more[at] = addedLight(masks, glyph, page.inks[at]!, page.grounds[at]!, (front - behind) / 255);
  }
};

const byteOf = (value: number): number => (255 * within(value, 0, 1) + 0.5) | 0;
