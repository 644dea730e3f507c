/**
 * Whether a `.dockerignore` leaves out a path of the build's context, which is given from its root on. What it brings back by
 * `!` is refused: nothing here does that.
 */
export const ignoredBy = (text: string): ((path: string) => boolean) => {
  const lines = text.split("\n").map((line) => line.trim());
  const patterns = lines.filter((line) => line !== "" && !line.startsWith("#")).map(expressionOf);
  return (path) => patterns.some((pattern) => pattern.test(path));
};

/** A star stays within a name, two go over folders; what is within an ignored folder is ignored too. */
const expressionOf = (pattern: string): RegExp => {
  if (pattern.startsWith("!")) throw new Error(`${pattern} is not understood here.`);
  const source = pattern
    .replace(/^\/|\/$/g, "")
    .replaceAll(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll(/\*\*\/|\*\*|\*|\?/g, (wild) => WILD[wild]!);
  return new RegExp(`^${source}(?:/|$)`);
};

const WILD: { readonly [wild: string]: string } = { "**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]" };
