import { MAX_CELLS, MAX_ROWS, MIN_COLUMNS } from "./limits.ts";
import { type GridFact, Refusal } from "./problems.ts";

/** Columns and rows of an output. */
export type GridSize = { readonly columns: number; readonly rows: number };

/** The parameters that decide the grid. */
export type GridWish = {
  readonly columns: number;
  /** Maximum height; 0 or undefined for none. */
  readonly rows?: number;
  /** Width of a character cell divided by its height; undefined for a half. */
  readonly cellAspect?: number;
};

/**
 * The grid that keeps an image's aspect ratio (answers 1.11), of the requested columns or as many
 * as the requested rows allow. It has at least one row and `MIN_COLUMNS`, so a very thin image in
 * very few rows loses its aspect ratio.
 */
export const gridFor = (wish: GridWish, width: number, height: number): GridSize => {
  const { columns: asked, rows: most = 0, cellAspect = 0.5 } = wish;
  const rowsOf = (columns: number): number => ((columns * height) / width) * cellAspect;
  const isTooHigh = most > 0 && rowsOf(asked) > most;
  // a product of fractions may fall just below the exact whole number
  const fitting = Math.floor((most * width) / (height * cellAspect) + 1e-9);
  const columns = isTooHigh ? Math.max(MIN_COLUMNS, fitting) : asked;
  const rows = Math.max(1, Math.round(rowsOf(columns)));
  return { columns, rows: isTooHigh ? Math.min(most, rows) : rows };
};

/**
 * The same grid, or a refusal beyond the cell limit that suggests the largest `columns` that fits,
 * or `rows`, which always fits.
 */
export const gridSize = (wish: GridWish, width: number, height: number): GridSize => {
  const { columns, rows } = gridFor(wish, width, height);
  if (columns * rows <= MAX_CELLS) return { columns, rows };
  const fitting = largestFitting({ ...wish, columns }, width, height);
  const fact = { kind: "grid", columns, rows, width, height, fitting } as const;
  throw new Refusal("grid_too_large", gridSentence(fact), [], fact);
};

const largestFitting = (wish: GridWish, width: number, height: number): number | null => {
  for (let fewer = wish.columns - 1; fewer >= MIN_COLUMNS; fewer--) {
    const { columns, rows } = gridFor({ ...wish, columns: fewer }, width, height);
    if (columns * rows <= MAX_CELLS) return fewer;
  }
  return null;
};

/** The sentence about a grid that is too large, here because the studio's worker loads no other words. */
export const gridSentence = (
  { columns, rows, width, height, fitting }: GridFact,
  spell = (parameter: string): string => parameter,
): string => {
  const remedy =
    fitting === null
      ? `No number of columns fits: give \`${spell("rows")}\`, ${MAX_ROWS} at most, or crop the picture.`
      : `The largest \`${spell("columns")}\` that fits is ${fitting}.`;
  return `${columns} columns of this ${width} × ${height} picture need ${rows} rows, more than ${MAX_CELLS} cells in total. ${remedy}`;
};
