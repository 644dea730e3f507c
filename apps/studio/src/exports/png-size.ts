import type { GridSize } from "@lumiglyph/contract";
import type { PictureSize } from "../sources/picture-limits.ts";
import type { SaveChoice } from "../state/studio.ts";

/** Times of 8 × 16 pixels a cell. */
export const SCALES: readonly SaveChoice["scale"][] = [1, 2, 3, 4];

/** Pixels of a PNG of this art. */
export const pngSize = ({ columns, rows }: GridSize, scale: SaveChoice["scale"]): PictureSize => ({
  width: columns * 8 * scale,
  height: rows * 16 * scale,
});

/** Whether a browser can make a PNG so large: a canvas has at most so many pixels a side, and so many in all. */
export const canBePng = (grid: GridSize, scale: SaveChoice["scale"]): boolean => {
  const { width, height } = pngSize(grid, scale);
  return Math.max(width, height) <= MOST_A_SIDE && width * height <= MOST_PIXELS;
};

/** A choice as far as the browser can make it: a PNG at the largest scale up to the chosen one; null where at none. */
export const possibleChoice = (choice: SaveChoice, grid: GridSize): SaveChoice | null => {
  if (choice.format !== "png") return choice;
  const scale = SCALES.findLast((one) => one <= choice.scale && canBePng(grid, one));
  return scale === undefined ? null : { ...choice, scale };
};

/** What to say where it is null. */
export const NO_PNG = "This art is too large for a PNG. Use fewer columns.";

const MOST_A_SIDE = 16_384;

/** Half a gibibyte of them. */
const MOST_PIXELS = 2 ** 27;
