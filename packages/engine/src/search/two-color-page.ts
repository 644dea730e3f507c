/** A page in two colors per cell. */
export type TwoColors = {
  /** Index of each cell's glyph among the given ones. */
  readonly cells: Uint8Array;
  /** Linear colors, three numbers per cell. Equal where one color is enough. */
  readonly inks: Float32Array;
  readonly grounds: Float32Array;
  /** What the glyphs add to their backgrounds where they cover them, three numbers per cell. */
  readonly more: Float32Array;
};
