import type { RenderResult } from "../picture.ts";

/** Writes a result in one format, with the colors of its glyphs, or null for none. */
export type Encoder = (result: RenderResult, colors: Uint8Array | null) => string;

/** Three bytes as `#rrggbb`. */
export const hexColor = (red: number, green: number, blue: number): string => `#${HEX[red]}${HEX[green]}${HEX[blue]}`;

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Text as XML or HTML content. */
export const escapeMarkup = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character]!);

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text alternative for screen readers. */
export const describeArt = ({ columns, rows }: { readonly columns: number; readonly rows: number }): string =>
  `Picture drawn in characters, ${columns} columns by ${rows} rows`;

/** Common monospaced fonts. */
export const FONT_STACK = '"DejaVu Sans Mono", Menlo, Consolas, "Liberation Mono", monospace';

/** Neighboring cells of a row in one color. */
export type Run = { readonly column: number; readonly text: string; readonly color: string };

/** Writes each row from its runs of one color. */
export const writeRows = (
  result: RenderResult,
  colors: Uint8Array | null,
  write: (runs: readonly Run[], row: number) => string,
): readonly string[] => result.lines().map((line, row) => write(runsOf(result, colors, line, row), row));

/**
 * A blank shows no color, so it joins the run before it: half of a dark picture is blank, and each change of color costs
 * more bytes than the glyph it colors.
 */
const runsOf = (
  { params, size }: RenderResult,
  colors: Uint8Array | null,
  line: string,
  row: number,
): readonly Run[] => {
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
