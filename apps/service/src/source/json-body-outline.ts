/** Facts about a JSON text that are known without parsing it. */
export type Outline = {
  /** Keys of the outermost object in order, with repetitions. */
  readonly keys: readonly string[];
  /** Maximum nesting of objects and arrays. */
  readonly depth: number;
  /** Opening brackets, commas and strings: an upper bound of all members and items. */
  readonly parts: number;
};

/** Scanning stops when one of these is exceeded. */
export type OutlineLimits = { readonly [Count in keyof Outline]: number };

/**
 * Scans a JSON text in one pass, skipping the content of strings. For invalid JSON it covers at least everything before
 * the error, which is all that `JSON.parse` would build.
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

/** The index after the closing quote of a string, or the text's end if there is none. */
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

/**
 * A key with its escapes resolved, so that different spellings compare equal; unchanged if it is not a valid string.
 */
const spelled = (literal: string): string => {
  try {
    return JSON.parse(literal) as string;
  } catch {
    return literal;
  }
};
