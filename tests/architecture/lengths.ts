import { globSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/** The line limit of a file without a reason. */
const MOST_LINES = 400;

/** All hand-written files by path: modules, tests, styles, pages. */
export const readSources = (): Readonly<Record<string, string>> => {
  const exclude = ["**/node_modules", "**/dist", "**/generated", "fixtures", "tests/golden"];
  const paths = globSync(PATTERNS, { cwd: ROOT, exclude }).map((path) => path.split(sep).join("/"));
  return Object.fromEntries(paths.toSorted().map((path) => [path, readFileSync(join(ROOT, path), "utf8")]));
};

/** Lists the files that are too long. A first comment with "long because" is a reason. */
export const faultsOfLength = (sources: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(sources)
    .map(([path, text]) => ({ path, lines: text.trimEnd().split("\n").length, comment: FIRST_COMMENT.exec(text)?.[0] }))
    .filter(({ lines, comment = "" }) => lines > MOST_LINES && !/long because/i.test(comment))
    .map(
      ({ path, lines }) => `${path} has ${lines} lines, and its first comment does not say what it is long because of`,
    );

const PATTERNS = ["*.ts", "{apps,bench,packages,scripts,tests}/**/*.{css,html,js,mjs,ts,tsx}"];

const FIRST_COMMENT = /\/\*.*?\*\/|<!--.*?-->|\/\/[^\n]*/s;
