import type { GlyphEvidence, GridSize, QualityEvidence, RenderParams } from "@lumiglyph/contract";
import type { SourceInfo } from "../frame.ts";
/** Writes a drawing down in one format. */
export type Encoder = (drawing: Drawing) => string;

/** Three bytes as `#rrggbb`. */
export const hexColor = (red: number, green: number, blue: number): string => `#${HEX[red]}${HEX[green]}${HEX[blue]}`;

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Text as XML or HTML content. */
export const escapeMarkup = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character]!);

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** What a screen reader says in place of thousands of characters. */
export const describeArt = ({ columns, rows }: { readonly columns: number; readonly rows: number }): string =>
  `Picture drawn in characters, ${columns} columns by ${rows} rows`;

/** Fonts that readers are likely to have, all of one width. */
export const FONT_STACK = '"DejaVu Sans Mono", Menlo, Consolas, "Liberation Mono", monospace';

/** Neighboring cells of a row in one color. */
type Run = { readonly column: number; readonly text: string; readonly color: string };

/**
 * A row as runs of one color. A blank shows no color, so it joins the run before it: half of a dark picture is blank,
 * and each change costs more bytes than the glyph it colors.
 */
export const runsOf = ({ lines, colors, params, size }: Drawing, row: number): readonly Run[] => {
  const line = lines[row]!;
  if (colors === null) return [{ column: 0, text: line, color: params.monoColor }];
  const glyphs = [...line];
  const runs: Run[] = [];
  let column = 0;
  let color = "";
  for (let at = 0; at < glyphs.length; at++) {
    if (glyphs[at] === " ") continue;
    const from = 3 * (row * size.columns + at);
    const own = hexColor(colors[from]!, colors[from + 1]!, colors[from + 2]!);
    if (color !== "" && own !== color) {
      runs.push({ column, text: glyphs.slice(column, at).join(""), color });
      column = at;
    }
    color = own;
  }
  runs.push({ column, text: glyphs.slice(column).join(""), color: color || params.monoColor });
  return runs;
};

/** A finished picture of characters with everything known about it: what every encoder writes down. */
export type Drawing = {
  readonly size: GridSize;
  /** One string a row, each of `columns` characters. */
  readonly lines: readonly string[];
  /** sRGB bytes of the color that each glyph is drawn in, three a cell, or null where nobody asked for color. */
  readonly colors: Uint8Array | null;
  readonly params: RenderParams;
  readonly glyphs: GlyphEvidence;
  readonly quality: QualityEvidence;
  readonly source: SourceInfo;
};
