import type { GridSize } from "@lumiglyph/contract";
import { CELL_HEIGHT, CELL_WIDTH } from "../cells.ts";

/** Difference of two pictures on the working raster, cell by cell. */
export type CellDifference = {
  /** Mean difference of the cell's samples. */
  readonly mean: Float32Array;
  /** Variance of the differences around that mean. */
  readonly form: Float32Array;
};

/** Samples of a cell, and degrees of freedom of `form`. */
export const CELL_SAMPLES = CELL_WIDTH * CELL_HEIGHT;
export const FORM_FREEDOM = CELL_SAMPLES - 1;

/** Allocates a difference for a grid. */
export const makeCellDifference = ({ columns, rows }: GridSize): CellDifference => ({
  mean: new Float32Array(columns * rows),
  form: new Float32Array(columns * rows),
});

/** Writes the difference of `one` from `other`, cell by cell. */
export const compareCells = (
  one: Float32Array,
  other: Float32Array,
  { columns, rows }: GridSize,
  { mean, form }: CellDifference,
): void => {
  const width = columns * CELL_WIDTH;
  for (let row = 0, cell = 0, top = 0; row < rows; row++, top += width * CELL_HEIGHT) {
    for (let at = top; at < top + width; at += CELL_WIDTH, cell++) {
      let sum = 0;
      let squares = 0;
      for (let y = 0, i = at; y < CELL_HEIGHT; y++, i += width) {
        const left = one[i]! - other[i]!;
        const right = one[i + 1]! - other[i + 1]!;
        sum += left + right;
        squares += left * left + right * right;
      }
      mean[cell] = sum / CELL_SAMPLES;
      form[cell] = Math.max(0, squares - (sum * sum) / CELL_SAMPLES) / FORM_FREEDOM;
    }
  }
};

/** Writes the mean of each cell's samples. */
export const averageCells = (samples: Float32Array, { columns, rows }: GridSize, mean: Float32Array): void => {
  const width = columns * CELL_WIDTH;
  for (let row = 0, cell = 0, top = 0; row < rows; row++, top += width * CELL_HEIGHT) {
    for (let at = top; at < top + width; at += CELL_WIDTH, cell++) {
      let sum = 0;
      for (let y = 0, i = at; y < CELL_HEIGHT; y++, i += width) sum += samples[i]! + samples[i + 1]!;
      mean[cell] = sum / CELL_SAMPLES;
    }
  }
};
