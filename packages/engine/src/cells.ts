import type { GridSize, RenderParams } from "@lumiglyph/contract";
import type { Plane } from "./plane.ts";

/** Columns and rows of the parts of a cell: glyphs were measured on them, and colors are matched on them. */
export const CELL_GRID = { columns: 4, rows: 8 } as const;

export const CELL_PARTS: number = CELL_GRID.columns * CELL_GRID.rows;

/** Width and height of a cell in samples of the working raster. */
export const CELL_WIDTH = 2;
export const CELL_HEIGHT = 4;

/** Smallest width from which a grid of this many columns gains nothing more; a decoder may stop shrinking there. */
export const partsWidth = (columns: number): number => columns * CELL_GRID.columns;

/** Smallest height from which a grid of this many rows gains nothing more. */
export const partsHeight = (rows: number): number => rows * CELL_GRID.rows;

/** Width of the working raster of a grid. */
export const workingWidth = (columns: number): number => columns * CELL_WIDTH;

/** Height of the working raster of a grid. */
export const workingHeight = (rows: number): number => rows * CELL_HEIGHT;

/** Mean of each cell's samples on the working raster. */
export const cellMeans = ({ width, data }: Plane, { columns, rows }: GridSize): Float32Array => {
  const out = new Float32Array(columns * rows);
  for (let row = 0, cell = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, cell++) {
      let sum = 0;
      for (let y = 0, at = row * CELL_HEIGHT * width + column * CELL_WIDTH; y < CELL_HEIGHT; y++, at += width) {
        for (let x = 0; x < CELL_WIDTH; x++) sum += data[at + x]!;
      }
      out[cell] = sum / (CELL_WIDTH * CELL_HEIGHT);
    }
  }
  return out;
};

/**
 * 1 for each cell that is less than half opaque and therefore always blank (answers 1.10); null for
 * an opaque picture. On paper only fully transparent cells are blank: thin black ink on
 * transparency must stay visible.
 */
export const transparentCells = (
  { opacity, size }: { readonly opacity: Plane | null; readonly size: GridSize },
  { background }: Pick<RenderParams, "background">,
): Uint8Array | null => {
  const least = background === "dark" ? 0.5 : 1 / 255;
  return opacity && Uint8Array.from(cellMeans(opacity, size), (share) => (share < least ? 1 : 0));
};
