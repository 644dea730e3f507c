import { type Charset, DEFAULT_PARAMS, MAX_CELLS, PARAMS } from "@lumiglyph/contract";
import { CHARSET_GLYPHS } from "../glyphs/atlas.ts";
import { readDocument } from "./document.ts";
import { glyphGrid, readable } from "./glyph-grid.ts";
import { type Hints, type Page, UnreadableArt } from "./page.ts";
/**
 * Reads art back: a `json` or `json-compact` document, or plain text. Hints fill in what the art does not say; a charset
 * among them also says that it is text, whatever it begins with. Whatever the art, it throws nothing but an `UnreadableArt`.
 */
export const readArt = (art: string, hints: Hints = {}): Page => {
  if (art.length > MAX_LENGTH) throw new UnreadableArt(`The art is longer than ${MAX_LENGTH} characters.`);
  if (hints.charset === undefined && DOCUMENT.test(art)) return readDocument(parseJson(art), hints);
  const markup = MARKUP.find(({ begins }) => begins.test(art));
  if (markup !== undefined) throw new UnreadableArt(`This is ${markup.name}. What can be decoded is ${DECODABLE}.`);
  return readPlainText(art, hints);
};

/** More than any document of the largest grid, colors and all, has, even with white space between. */
const MAX_LENGTH = 40 * MAX_CELLS;

/** A document begins with its first key. Art may begin with a brace too, but hardly with a key and a colon. */
const DOCUMENT = /^\s*\{\s*"\w*"\s*:/;

const DECODABLE = "json, json-compact and plain text";

/** The output formats that are for looking at only. */
const MARKUP = [
  { name: "HTML", begins: /^\s*<!doctype html/i },
  { name: "SVG", begins: /^\s*<svg[\s>]/i },
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what an SGR sequence starts with
  { name: "ANSI art", begins: /\x1b\[/ },
] as const;

const parseJson = (art: string): unknown => {
  try {
    return JSON.parse(art);
  } catch {
    throw new UnreadableArt("The art begins as a JSON document and is not one: it may have been cut short.");
  }
};

/** Plain text as a page. Editors cut blanks off the ends of rows and change line endings, so neither is held against it. */
const readPlainText = (text: string, { charset: named, inverted = false, diffused = false }: Hints): Page => {
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
  const holds = (charset: Charset): boolean => used.every((glyph) => readable(charset).includes(glyph));
  return BY_SIZE.find(holds) ?? DEFAULT_PARAMS.charset;
};

const BY_SIZE = PARAMS.charset.values.toSorted((a, b) => CHARSET_GLYPHS[a].length - CHARSET_GLYPHS[b].length);
