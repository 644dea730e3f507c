import type { GridSize } from "@lumiglyph/contract";
import { cellWith, edgeOf } from "@lumiglyph/engine/paint/view";
import type { Placement, Point } from "./placement.ts";

/** A cell of the art, counted from the top left. */
export type Cell = { readonly column: number; readonly row: number };

/** The cell at a point of the area, in CSS pixels; null outside the visible art. */
export const cellAt = ({ density, x, y, view }: Placement, at: Point): Cell | null => {
  const across = at.x * density - x;
  const down = at.y * density - y;
  if (across < 0 || down < 0 || across >= view.width || down >= view.height) return null;
  const [left, top] = [Math.floor(across - view.left), Math.floor(down - view.top)];
  return { column: cellWith(left, view.cell.width), row: cellWith(top, view.cell.height) };
};

/** A cell's box in the area, in CSS pixels. */
export const boxOf = ({ density, x, y, view }: Placement, { column, row }: Cell) => {
  const [left, top] = [edgeOf(column, view.cell.width), edgeOf(row, view.cell.height)];
  return {
    left: (x + view.left + left) / density,
    top: (y + view.top + top) / density,
    width: (edgeOf(column + 1, view.cell.width) - left) / density,
    height: (edgeOf(row + 1, view.cell.height) - top) / density,
  };
};

/** The cell that a key moves to, or null for other keys. */
export const walk = ({ columns, rows }: GridSize, { column, row }: Cell, key: string, far: boolean): Cell | null => {
  const way = WAYS[key];
  if (way === undefined) return null;
  const step = far ? FAR : 1;
  return { column: within(columns, column + way[0] * step), row: within(rows, row + way[1] * step) };
};

/** Columns and rows that a key moves by. */
const WAYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  PageUp: [0, -10],
  PageDown: [0, 10],
  Home: [-1e6, 0],
  End: [1e6, 0],
};

/** Cells that an arrow moves by with Shift. */
const FAR = 10;

const within = (count: number, at: number): number => Math.min(count - 1, Math.max(0, at));

/** How far to pan, in CSS pixels, to make a cell fully visible. */
export const panTo = (placement: Placement, cell: Cell): Point => {
  const { density, x, y, view } = placement;
  const { left, top, width, height } = boxOf(placement, cell);
  return {
    x: past(left - x / density, width, view.width / density),
    y: past(top - y / density, height, view.height / density),
  };
};

const past = (begin: number, length: number, area: number): number =>
  begin < 0 ? begin : Math.max(0, begin + length - area);
