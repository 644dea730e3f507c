import { MAX_CELLS } from "@lumiglyph/contract";
import { readDocument } from "./document.ts";
import type { Hints, Page } from "./page.ts";
import { readPlainText } from "./plain-text.ts";
import { UnreadableArt } from "./unreadable-art.ts";

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
