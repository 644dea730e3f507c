/** A grid of characters. */
type Grid = { readonly columns: number; readonly rows: number };

/** Narrower cells are illegible. */
const NARROWEST = 2;

/** The largest cell width, in whole device pixels, at which the grid fits; cells are twice as high as wide. */
export const fittingCell = ({ columns, rows }: Grid, width: number, height: number): number =>
  Math.max(NARROWEST, Math.floor(Math.min(width / columns, height / rows / 2)));
