import type { Flag, Flags } from "../commands/command.ts";

/** Maximum width of all help pages. */
const WIDTH = 80;

/** Wraps text at so many characters. Longer words get their own line. */
export const wrap = (text: string, width: number): readonly string[] => {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
};

/** A paragraph over the whole width. */
export const paragraph = (text: string): string => wrap(text, WIDTH).join("\n");

/** Rows of two columns. A long left cell gets its own line. */
export const columns = (rows: readonly (readonly [string, string])[], left: number): string =>
  rows.map(([term, says]) => row(term, says, left)).join("\n");

/** Two columns under a heading. */
export const section = (title: string, rows: readonly (readonly [string, string])[], left: number): string =>
  `${title}\n${columns(rows, left)}`;

const row = (term: string, says: string, left: number): string => {
  const [first = "", ...more] = wrap(says, WIDTH - left);
  const head = `  ${term}`;
  const start = head.length < left - 1 ? `${head.padEnd(left)}${first}` : `${head}\n${" ".repeat(left)}${first}`;
  return [start.trimEnd(), ...more.map((line) => `${" ".repeat(left)}${line}`)].join("\n");
};

/** A flag as it is typed: `-c, --columns N`. */
export const flagTerm = (name: string, { short, value, negatable }: Flag): string => {
  const long = `--${negatable ? "[no-]" : ""}${name}${value === undefined ? "" : ` ${value}`}`;
  return short === undefined ? `    ${long}` : `-${short}, ${long}`;
};

/** The values a flag accepts, in words; undefined for a switch. */
export const allowedText = ({ allowed, choices }: Flag): string | undefined => allowed ?? choices?.join(", ");

/**
 * A flag's description with its values and default; a switch shows no default, because it is off.
 */
const flagSays = (flag: Flag): string => {
  const fallback = flag.fallback === undefined || flag.fallback === "off" ? undefined : `default ${flag.fallback}`;
  const also = flag.also === undefined ? undefined : `also --${flag.also}`;
  const facts = [allowedText(flag), fallback, also].filter((fact) => fact !== undefined);
  return facts.length === 0 ? flag.says : `${flag.says} (${facts.join("; ")})`;
};

/** Flags as rows of the help. */
export const flagRows = (flags: Flags): readonly (readonly [string, string])[] =>
  Object.entries(flags).map(([name, flag]) => [flagTerm(name, flag), flagSays(flag)]);
