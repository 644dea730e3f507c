import { type FormatId, type GridSize, MAX_RESULT_CHARACTERS, PARAMS, rowsFor } from "@lumiglyph/contract";

/** What is known of an output that is too long. */
export type TooLong = {
  readonly format: FormatId;
  readonly characters: number;
  readonly grid: GridSize;
  readonly source: { readonly width: number; readonly height: number };
};

/**
 * The most characters that one cell takes in each format: a color of its own and a glyph that must be escaped. And what
 * comes with each row and with the whole.
 */
const MOST_A_CELL: { readonly [Format in FormatId]: number } = {
  text: 1,
  ansi: 20,
  html: 42,
  svg: 96,
  json: 12,
  "json-compact": 6,
};
const MOST_A_ROW = 64;
const MOST_BESIDES = 16_000;

/**
 * The most `columns` that surely fit; null where none do. Either every cell at its worst fits, or the rows are so much
 * fewer that even with as many changes of color in each as now they fit: fewer columns bring no more of them.
 */
export const fittingColumns = ({ format, characters, grid, source }: TooLong): number | null => {
  for (let columns = grid.columns - 1; columns >= PARAMS.columns.min; columns--) {
    const rows = rowsFor(columns, source.width, source.height);
    const atWorst = rows * (columns * MOST_A_CELL[format] + MOST_A_ROW) + MOST_BESIDES;
    const asNow = (rows / grid.rows) * characters + MOST_BESIDES;
    if (Math.min(atWorst, asNow) <= MAX_RESULT_CHARACTERS) return columns;
  }
  return null;
};
