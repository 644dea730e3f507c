import { type Charset, DEFAULT_PARAMS, MAX_CELLS, PARAM_ROWS } from "@lumiglyph/contract";
import { CHARSET_GLYPHS } from "../glyphs/atlas.ts";
import { type DecodedArt, type Hints, UnreadableArt } from "./decoded-art.ts";
import { readDocument } from "./document.ts";
import { glyphGrid, lengthOf, readable } from "./glyph-grid.ts";

/**
 * Reads art back: a `json` or `json-compact` document, or plain text. Hints supply what the art does not state; a charset
 * among them also means that the art is plain text. Throws nothing but `UnreadableArt`, whatever the input.
 */
export const readArt = (art: string, hints: Hints = {}): DecodedArt => {
  if (art.length > MAX_LENGTH) throw new UnreadableArt(`The art is longer than ${MAX_LENGTH} characters.`);
  if (hints.charset === undefined && DOCUMENT.test(art)) return readDocument(parseJson(art), hints);
  const markup = MARKUP.find(({ begins }) => begins.test(art));
  if (markup !== undefined) throw new UnreadableArt(`This is ${markup.name}. Only ${DECODABLE} can be decoded.`);
  return readPlainText(art, hints);
};

/** Longer than any document of the largest grid, with colors and white space. */
const MAX_LENGTH = 40 * MAX_CELLS;

/** A document starts with its first key. Art may start with a brace too, but hardly with a key and a colon. */
const DOCUMENT = /^\s*\{\s*"\w*"\s*:/;

const DECODABLE = "json, json-compact and plain text";

/** Output formats that cannot be decoded. */
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
    throw new UnreadableArt("The art starts like JSON but is not valid JSON: it may be truncated.");
  }
};

/** Reads plain text. Editors strip trailing blanks and change line endings, so both are tolerated. */
const readPlainText = (text: string, hints: Hints): DecodedArt => {
  const { charset: named, background = "dark", inverted = false, diffused = false } = hints;
  const lines = text.replace(/\r?\n$/, "").split(/\r?\n/);
  const columns = lines.reduce((most, line) => Math.max(most, lengthOf(line)), 0);
  const size = { columns, rows: lines.length };
  if (columns === 0) throw new UnreadableArt("The text has no characters.");
  if (columns * lines.length > MAX_CELLS) {
    throw new UnreadableArt(`The text has ${columns} × ${lines.length} cells; at most ${MAX_CELLS} are read.`);
  }
  const charset = named ?? guess(text);
  const glyphs = glyphGrid(lines, size, charset);
  const colors = { chroma: null, inks: null, lights: null };
  return {
    size,
    charset,
    characters: "",
    glyphs,
    ...colors,
    background,
    font: "any",
    inverted,
    diffused,
    params: null,
  };
};

/**
 * The smallest charset that has all glyphs of the text. If none has, the default one; reading then reports the foreign
 * glyph.
 */
const guess = (text: string): Charset => {
  const used = [...new Set(text.replace(/[\r\n]/g, ""))];
  const holds = (charset: Charset): boolean => used.every((glyph) => readable(charset).includes(glyph));
  return BY_SIZE.find(holds) ?? DEFAULT_PARAMS.charset;
};

const BY_SIZE = PARAM_ROWS.charset.values.toSorted((a, b) => CHARSET_GLYPHS[a].length - CHARSET_GLYPHS[b].length);
