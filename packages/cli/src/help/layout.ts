/** Columns that every page of the help keeps within. */
const WIDTH = 80;

/** Text in lines of at most so many characters. A word that is longer stands alone. */
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

/** Rows of two columns. What is too long on the left has a line of its own. */
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
