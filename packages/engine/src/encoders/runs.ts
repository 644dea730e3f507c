import type { Drawing } from "../drawing.ts";
import { foreground } from "./foreground.ts";

/** Neighboring cells of a row in one color. */
export type Run = { readonly column: number; readonly text: string; readonly color: string };

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
    const own = foreground(colors, row * size.columns + at);
    if (color !== "" && own !== color) {
      runs.push({ column, text: glyphs.slice(column, at).join(""), color });
      column = at;
    }
    color = own;
  }
  runs.push({ column, text: glyphs.slice(column).join(""), color: color || params.monoColor });
  return runs;
};
