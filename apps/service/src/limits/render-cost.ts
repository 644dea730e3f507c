/** The most that a render costs, in points. */
export const MAX_COST = 8;

/** What a render costs at least: it is taken before anything of the request is read. */
export const MIN_COST = 1;

/** Pixels of the source and cells of the output that are worth a point each: about a quarter of a second of one core. */
const PIXELS_A_POINT = 8_000_000;
const CELLS_A_POINT = 80_000;

/**
 * Points that a render costs: a point for each eight megapixels that are decoded and one for each 80,000 cells that are
 * drawn, begun ones counted, from 1 to 8. The default limits, 40 MP and 240,000 cells, come to 8 together.
 */
export const renderCost = (pixels: number, cells: number): number =>
  Math.min(MAX_COST, Math.max(MIN_COST, Math.ceil(pixels / PIXELS_A_POINT + cells / CELLS_A_POINT)));
