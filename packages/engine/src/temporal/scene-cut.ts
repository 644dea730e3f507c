import type { GridSize } from "@lumiglyph/contract";
import type { NoiseLevel } from "./noise-level.ts";

/** Share of cells that have to change at once for a scene to be another one. */
export const CUT_SHARE = 0.6;

/**
 * Whether so many cells are unlike anything that was around them in the frame before: darker or brighter than the cell and
 * its eight neighbors were, by more than noise. A camera that turns changes as many cells, but brings each of them what was
 * beside it.
 */
export const isCut = (
  now: Float32Array,
  before: Float32Array,
  noise: NoiseLevel,
  { columns, rows }: GridSize,
): boolean => {
  const slack = SLACK * Math.sqrt(noise.mean);
  let strange = 0;
  for (let row = 0, cell = 0; row < rows; row++) {
    const [top, bottom] = [Math.max(0, row - 1), Math.min(rows - 1, row + 1)];
    for (let column = 0; column < columns; column++, cell++) {
      const [left, right] = [Math.max(0, column - 1), Math.min(columns - 1, column + 1)];
      let darkest = Number.POSITIVE_INFINITY;
      let brightest = Number.NEGATIVE_INFINITY;
      for (let y = top; y <= bottom; y++) {
        for (let at = y * columns + left; at <= y * columns + right; at++) {
          if (before[at]! < darkest) darkest = before[at]!;
          if (before[at]! > brightest) brightest = before[at]!;
        }
      }
      if (now[cell]! < darkest - slack || now[cell]! > brightest + slack) strange++;
    }
  }
  return strange > CUT_SHARE * columns * rows;
};

/** Deviations of the noise that are let pass. */
const SLACK = 3;
