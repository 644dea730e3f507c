/** A fenced block of a page: its language, its text, and the line on which the text begins. */
export type FencedBlock = { readonly language: string; readonly text: string; readonly line: number };

/** Every fenced block of a page in Markdown, in order. */
export const fencedBlocks = (markdown: string): readonly FencedBlock[] =>
  [...markdown.matchAll(/^```(\S*)\n(.*?)^```$/gms)].map(({ index, 1: language = "", 2: text = "" }) => ({
    language,
    text,
    line: markdown.slice(0, index).split("\n").length + 1,
  }));
