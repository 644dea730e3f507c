/** One edit of a file: the characters from `from` to `to` become `text`. */
export type Mutation = {
  readonly from: number;
  readonly to: number;
  readonly text: string;
};

type Rule = readonly [pattern: RegExp, swap: (found: string) => readonly string[]];

const scaled = (found: string): readonly string[] => {
  const value = Number(found.replaceAll("_", ""));
  return [String(value * 10), String(value / 10)];
};

const swapped = (swaps: Readonly<Record<string, string>>) => (found: string) => [
  found.replace(found.trim(), swaps[found.trim()]!),
];

const RULES: readonly Rule[] = [
  // a named number, or one with decimals
  [/(?<=\bconst [A-Z][A-Z_0-9]* = )[0-9][0-9._]*\b(?!n)/g, scaled],
  [/(?<![\w.])[0-9]+\.[0-9]+\b(?!;$)/g, scaled],
  [/ (<|<=|>|>=) /g, swapped({ "<": "<=", "<=": "<", ">": ">=", ">=": ">" })],
  [/ [-+*] /g, swapped({ "+": "-", "-": "+", "*": "/" })],
  [/ (===|!==) /g, swapped({ "===": "!==", "!==": "===" })],
  [/ (&&|\|\|) /g, swapped({ "&&": "||", "||": "&&" })],
  [/\bMath\.(min|max)\b/g, (found) => [found.endsWith("min") ? "Math.max" : "Math.min"]],
];

/** All edits of these kinds in a source, those in comments, types and strings left out. */
export const mutationsOf = (source: string): readonly Mutation[] => {
  const code = withoutWords(source);
  const found: Mutation[] = [];
  for (const [pattern, swap] of RULES) {
    for (const { index, 0: own } of code.matchAll(pattern)) {
      for (const text of swap(own)) found.push({ from: index, to: index + own.length, text });
    }
  }
  for (const { index } of code.matchAll(/\bif \(/g)) {
    const from = index + "if (".length;
    const to = closing(code, from);
    found.push({ from, to, text: `!(${source.slice(from, to)})` });
  }
  // ten times 0 is 0
  const other = found.filter(({ from, to, text }) => text !== source.slice(from, to));
  return other.toSorted((a, b) => a.from - b.from);
};

/** The source at the same length, with spaces for comments, strings, imports and types. */
const withoutWords = (source: string): string =>
  source.replace(
    /\/\*[\s\S]*?\*\/|\/\/.*|`[^`]*`|"(?:[^"\\\n]|\\.)*"|^import [\s\S]*?;$|^(?:export )?type [\s\S]*?;$/gm,
    (words) => " ".repeat(words.length),
  );

/** The place of the parenthesis that closes the one before `from`. */
const closing = (code: string, from: number): number => {
  let depth = 1;
  for (let at = from; at < code.length; at++) {
    if (code[at] === "(") depth++;
    if (code[at] === ")" && --depth === 0) return at;
  }
  return code.length;
};
