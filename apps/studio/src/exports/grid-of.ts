import { type GridSize, type ParsedParams, rowsFor } from "@lumiglyph/contract";
import type { Opened } from "../sources/opened.ts";

/** Columns and rows that a picture has with these parameters, whether or not it is drawn yet. */
export const gridOf = ({ info }: Opened, { params: { columns } }: ParsedParams): GridSize => ({
  columns,
  rows: rowsFor(columns, info.width, info.height),
});
