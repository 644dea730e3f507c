/** A grid of characters. */
type Grid = { readonly columns: number; readonly rows: number };

/** Narrower cells show nothing. */
const NARROWEST = 2;

/** The width of a cell in whole device pixels, so that all of them fit; a cell is twice as high. */
export const fittingCell = ({ columns, rows }: Grid, width: number, height: number): number =>
  Math.max(NARROWEST, Math.floor(Math.min(width / columns, height / rows / 2)));
