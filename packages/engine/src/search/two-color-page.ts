import type { GridSize } from "@lumiglyph/contract";

/** A page in two colors per cell. */
export type TwoColors = {
  /** Index of each cell's glyph among the given ones. */
  readonly cells: Uint8Array;
  /** Linear colors, three numbers per cell. Equal where one color is enough. */
  readonly inks: Float32Array;
  readonly grounds: Float32Array;
  /** What the glyphs add to their backgrounds where they cover them, three numbers per cell. */
  readonly more: Float32Array;
  /**
   * Residual light per cell and channel that the palette could not show, diffused to later cells.
   */
  readonly left: Float32Array;
};

/** A page of blank cells. */
export const emptyPage = ({ columns, rows }: GridSize): TwoColors => {
  const colors = (): Float32Array => new Float32Array(3 * columns * rows);
  return { cells: new Uint8Array(columns * rows), inks: colors(), grounds: colors(), more: colors(), left: colors() };
};
