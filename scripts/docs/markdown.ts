/** A fenced block of a page: its language, its text, and the line on which the text begins. */
export type FencedBlock = { readonly language: string; readonly text: string; readonly line: number };

/** Every fenced block of a page in Markdown, in order. */
export const fencedBlocks = (markdown: string): readonly FencedBlock[] =>
  [...markdown.matchAll(/^```(\S*)\n(.*?)^```$/gms)].map(({ index, 1: language = "", 2: text = "" }) => ({
    language,
    text,
    line: markdown.slice(0, index).split("\n").length + 1,
  }));

/** Replaces the generated parts of a page, each between `<!-- NAME: … -->` and `<!-- /NAME -->`; throws if one is missing. */
export const withParts = (page: string, parts: { readonly [name: string]: string }): string =>
  Object.entries(parts).reduce((text, [name, part]) => {
    const marks = new RegExp(`(<!-- ${name}: [^>]* -->\n).*?(<!-- /${name} -->)`, "s");
    if (!marks.test(text)) throw new Error(`The page has no place for the part ${name}.`);
    return text.replace(marks, (_, begin: string, end: string) => `${begin}\n${part}\n\n${end}`);
  }, page);
