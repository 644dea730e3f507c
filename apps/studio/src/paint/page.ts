/** An sRGB color: red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

/** Art as a painter is given it: which glyph stands in each cell, and in what colors. */
export type PaintedPage = {
  readonly columns: number;
  readonly rows: number;
  /** Index of each cell's glyph in the engine's `ATLAS.glyphs`, row by row from the top left. */
  readonly glyphs: Uint8Array;
  /** sRGB, three bytes a cell; null where all cells are `ink`. */
  readonly colors: Uint8Array | null;
  readonly ink: Rgb;
  /** What lies behind the glyphs; null is transparent. */
  readonly ground: Rgb | null;
};
