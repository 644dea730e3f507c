import { type Charset, MAX_CELLS, PARAMS } from "@lumiglyph/contract";
import { CHARSET_GLYPHS } from "../glyphs/charsets.ts";
import { glyphGrid } from "./glyph-grid.ts";
import type { Hints, Page } from "./page.ts";
import { UnreadableArt } from "./unreadable-art.ts";

/** Plain text as a page. Editors cut blanks off the ends of rows and change line endings, so neither is held against it. */
export const readPlainText = (text: string, { charset: named, inverted = false, diffused = false }: Hints): Page => {
  const lines = text.replace(/\r?\n$/, "").split(/\r?\n/);
  const columns = lines.reduce((most, line) => Math.max(most, line.length), 0);
  const size = { columns, rows: lines.length };
  if (columns === 0) throw new UnreadableArt("The text has no characters.");
  if (columns * lines.length > MAX_CELLS) {
    throw new UnreadableArt(`The text has ${columns} × ${lines.length} cells; at most ${MAX_CELLS} are read.`);
  }
  const charset = named ?? guess(text);
  const glyphs = glyphGrid(lines, size, charset);
  return { size, charset, glyphs, chroma: null, inverted, diffused, params: null };
};

/** The charset of the fewest glyphs that has all of the text's; if none has, the default one, which will say what is foreign. */
const guess = (text: string): Charset => {
  const used = [...new Set(text.replace(/[\r\n]/g, ""))];
  const holds = (charset: Charset): boolean => used.every((glyph) => CHARSET_GLYPHS[charset].includes(glyph));
  return BY_SIZE.find(holds) ?? PARAMS.charset.default;
};

const BY_SIZE = PARAMS.charset.values.toSorted((a, b) => CHARSET_GLYPHS[a].length - CHARSET_GLYPHS[b].length);
