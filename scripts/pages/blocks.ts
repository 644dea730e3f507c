import { fencedBlocks } from "../docs/markdown.ts";

/** A fenced block of a page, with its context. */
export type Block = {
  readonly language: string;
  readonly text: string;
  readonly line: number;
  /** The nearest heading above. */
  readonly section: string;
  /** Code spans of the paragraph before the block: it names the file to write and the command that runs it. */
  readonly spans: readonly string[];
};

/** All blocks of a page in order. */
export const blocksOf = (markdown: string): readonly Block[] => {
  const lines = markdown.split("\n");
  return fencedBlocks(markdown).map((block) => {
    const above = withoutBlocks(lines.slice(0, block.line - 2));
    const heading = above.findLast((line) => /^#+ /.test(line)) ?? "";
    const paragraph =
      above
        .join("\n")
        .trimEnd()
        .split(/\n\s*\n/)
        .at(-1) ?? "";
    return {
      ...block,
      section: heading.replace(/^#+ /, ""),
      spans: [...paragraph.matchAll(/`([^`]+)`/g)].map(([, code]) => code!),
    };
  });
};

/** The lines with those of fenced blocks blank: a `#` in a shell block is no heading. */
const withoutBlocks = (lines: readonly string[]): readonly string[] => {
  let isInside = false;
  return lines.map((line) => {
    const isFence = line.startsWith("```");
    if (isFence) isInside = !isInside;
    return isFence || isInside ? "" : line;
  });
};

/** Extensions of the files that hold a block's language. */
const EXTENSIONS: { readonly [language: string]: string } = {
  go: "go",
  html: "html",
  js: "m?js",
  jsx: "jsx",
  python: "py",
  ts: "m?ts",
};

/** The file that the page says to save a block in; null if it names none. */
export const fileOf = ({ language, spans }: Block): string | null =>
  spans.findLast((code) => new RegExp(`^[\\w./-]+\\.${EXTENSIONS[language]}$`).test(code)) ?? null;

/** Whether a block is code that a reader saves in a file. */
export const isFile = ({ language }: Block): boolean => language in EXTENSIONS;

/** Commands in the paragraph that run the file. */
export const commandsFor = ({ spans }: Block): readonly string[] =>
  spans.filter((code) => /^(?:node|npm install|npx|python3|go run) /.test(code));

/** A command of a console block and the output that the page shows. */
export type Session = { readonly command: string; readonly output: string };

/** The commands after a `$` in a console block, each with the lines that follow. */
export const sessionsIn = (text: string): readonly Session[] =>
  text
    .split(/^\$ /m)
    .slice(1)
    .map((part) => part.replaceAll(/\\\n\s*/g, ""))
    .map((part) => ({ command: part.split("\n", 1)[0]!, output: part.slice(part.indexOf("\n") + 1).trimEnd() }));
