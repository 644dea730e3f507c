import { DEFAULT_PARAMS, type RenderParams } from "@lumiglyph/contract";
import type { CellFrame } from "../worker/live-feed.ts";
import type { Preview } from "../worker/preview.ts";

/** A preview of these lines, with only what the handoff reads. For tests. */
export const previewWith = (lines: readonly string[], params: Partial<RenderParams> = {}): Preview => {
  const size = { columns: [...lines[0]!].length, rows: lines.length };
  const colors = new Uint8Array(3 * size.columns * size.rows).map((_, at) => at);
  return { size, params: { ...DEFAULT_PARAMS, ...params }, lines, colors, grounds: null } as unknown as Preview;
};

/** A frame of one row. For tests. */
export const cellsWith = (codebook: string, cells: readonly number[], more: Partial<CellFrame> = {}): CellFrame => ({
  time: 0,
  size: { columns: cells.length, rows: 1 },
  params: DEFAULT_PARAMS,
  codebook,
  cells: Uint8Array.from(cells),
  inks: null,
  grounds: null,
  ...more,
});
