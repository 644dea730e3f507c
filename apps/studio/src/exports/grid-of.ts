import { completeParams, type GridSize, type RenderOptions, rowsFor } from "@lumiglyph/contract";
import type { Opened } from "../sources/opened.ts";

/** Columns and rows that a picture has with these parameters, whether or not it is drawn yet. */
export const gridOf = ({ info }: Opened, options: RenderOptions): GridSize => {
  const { columns } = completeParams(options);
  return { columns, rows: rowsFor(columns, info.width, info.height) };
};
