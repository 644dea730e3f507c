import type { GridSize } from "@lumiglyph/contract";

/** Subdivisions of a pixel in which cells are measured. */
export const STEPS = 256;

/**
 * Size of a cell in pixels, in steps of 1/256 so that every painter rounds alike. A cell covers the whole pixels between its
 * rounded edges, which makes some cells a pixel wider than others; each is drawn for its own size, so all are sharp.
 */
export type CellSize = { readonly width: number; readonly height: number };

/** The grid of a page, and the shape of its cells. */
export type PageShape = GridSize & {
  /** Width of a cell divided by its height. */
  readonly cellAspect: number;
};

/** The cells of a page at this width, in whole pixels. */
export const wholeCells = ({ cellAspect }: Pick<PageShape, "cellAspect">, width: number): CellSize => ({
  width,
  height: Math.max(1, Math.round(width / cellAspect)),
});

/** First pixel of a cell, from a side of the art; `size` is the cells' width or height. */
export const edgeOf = (cell: number, size: number): number => Math.floor(cell * size + 0.5);

/** The cell that a pixel belongs to. */
export const cellWith = (pixel: number, size: number): number => Math.ceil((pixel + 0.5) / size) - 1;

/** The visible part of the art and its size, in device pixels. */
export type View = {
  /** At least one pixel wide and high. */
  readonly cell: CellSize;
  /** Size of the canvas. */
  readonly width: number;
  readonly height: number;
  /** Position of the art's top left corner on the canvas; below 0 where it is scrolled out. */
  readonly left: number;
  readonly top: number;
};
