/** What can be told of a JSON text without building its value. */
export type Outline = {
  /** Keys of the outermost object, in their order, repeated ones as often as they stand there. */
  readonly keys: readonly string[];
  /** How many objects and arrays lie within one another at the deepest place. */
  readonly depth: number;
  /** Opening brackets, commas and strings: no value has more members and items than these. */
  readonly parts: number;
};

/** Where reading stops: a text past any of these is not looked at further. */
export type OutlineLimits = { readonly [Count in keyof Outline]: number };

/**
 * Reads a JSON text for its outline, in one pass that skips what stands in strings. Of a text that is no JSON it tells at
 * least what stands before the fault, which is all that `JSON.parse` would build.
 */
export const outlineOf = (text: string, limits: OutlineLimits): Outline => {
  const keys: string[] = [];
  let [depth, deepest, parts] = [0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(text, at);
      const next = endOfBlanks(text, end);
      if (depth === 1 && text.charCodeAt(next) === COLON) keys.push(spelled(text.slice(at, end)));
      parts++;
      at = next - 1;
    } else if (code === COMMA) {
      parts++;
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      deepest = Math.max(deepest, ++depth);
      parts++;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      depth--;
    }
    if (keys.length > limits.keys || deepest > limits.depth || parts > limits.parts) break;
  }
  return { keys, depth: deepest, parts };
};

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** The place behind the quote that ends a string; the text's end where none does. */
const endOfString = (text: string, start: number): number => {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return at + 1;
  }
  return text.length;
};

const endOfBlanks = (text: string, from: number): number => {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at++;
  return at;
};

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;

/** A key with its escapes resolved, so that two spellings of one key are the same; as written where it is no string. */
const spelled = (literal: string): string => {
  try {
    return JSON.parse(literal) as string;
  } catch {
    return literal;
  }
};
