import type { GridSize } from "@lumiglyph/contract";
import { CELL_PARTS } from "../cells.ts";
import type { Planes3 } from "../plane.ts";
import type { CellRoom } from "./cell-room.ts";
import type { LetterLook } from "./letters.ts";
import type { Masks } from "./masks.ts";
import type { Palette } from "./palettes.ts";

/** The target of the cells of a page in two colors. */
export type CellTask = {
  /** The glyphs to choose from. The first is the blank if some cells have to be blank. */
  readonly masks: Masks;
  readonly size: GridSize;
  /** Colors of the parts of all cells as sRGB values from 0 to 1. */
  readonly wanted: Planes3;
  /** 1 for each cell that has to be blank; null for none. */
  readonly blank: Uint8Array | null;
  /** Readability settings of letters; null for mosaics, which use the cell's own two colors. */
  readonly look: LetterLook | null;
  /**
   * The colors to choose from, null for all, and how many are tried for each ink and background.
   */
  readonly palette: Palette | null;
  readonly tries: number;
  /** 1 for each cell excluded from error diffusion, so that even areas stay even; null for none. */
  readonly even: Uint8Array | null;
  /** Bonus for keeping the previous frame's glyph (hysteresis), in squares; 0 for a new page. */
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
  /** Products of the covers of glyphs with the parts, channel by channel. */
  readonly coveredSums: (first: number, end: number) => Float64Array;
};

/** Starts to fit cells. A fitter is valid until the next call of any kernel. */
export type FitCells = (task: Pick<CellTask, "masks" | "wanted" | "look" | "keep">) => CellFitter;

/** Value of `liked` for a cell without such a glyph. */
export const FREE = 255;

/**
 * Factor of `TONE` and `ROUGH`, for a sum over all parts; 0 for mosaics. The less letters stand
 * out, the less it matters which they are.
 */
export const visibleShare = (look: LetterLook | null): number =>
  look === null ? 0 : CELL_PARTS * Math.min(1, 2 * (1 - look.fill));

/** Squared error too small to see: half a level in each part and channel. */
export const PLAIN: number = 3 * CELL_PARTS * (0.5 / 255) ** 2;

/** Density of the letters of the faintest cells, relative to the densest. */
export const SPARSE = 0.35;

/** Weights of a letter's density and of its roughness against the mean squares of the parts. */
export const TONE = 0.01;
export const ROUGH = 0.015;
