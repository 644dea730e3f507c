import { Refusal } from "./errors.ts";
import { MAX_CELLS, MIN_COLUMNS } from "./limits.ts";

/** Width of a character cell divided by its height. */
export const CELL_ASPECT = 0.5;

/** Columns and rows of an output. */
export type GridSize = { readonly columns: number; readonly rows: number };

/** Rows that keep an image's aspect ratio at a given number of columns (answers 1.11); at least one. */
export const rowsFor = (columns: number, width: number, height: number): number =>
  Math.max(1, Math.round(((columns * height) / width) * CELL_ASPECT));

/** The grid for an image. Throws beyond the cell limit, naming the largest `columns` that fits. */
export const gridSize = (columns: number, width: number, height: number): GridSize => {
  const rows = rowsFor(columns, width, height);
  if (columns * rows <= MAX_CELLS) return { columns, rows };
  const fitting = largestFitting(columns, width, height);
  throw new Refusal(
    "grid_too_large",
    `${columns} columns of this ${width} × ${height} picture need ${rows} rows, more than ${MAX_CELLS} cells in total. ${
      fitting === null
        ? "No number of columns fits: crop the picture."
        : `The largest \`columns\` that fits is ${fitting}.`
    }`,
  );
};

const largestFitting = (columns: number, width: number, height: number): number | null => {
  for (let fewer = columns - 1; fewer >= MIN_COLUMNS; fewer--) {
    if (fewer * rowsFor(fewer, width, height) <= MAX_CELLS) return fewer;
  }
  return null;
};
