/** Text as XML or HTML content. */
export const escapeMarkup = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character]!);

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** What a screen reader says in place of thousands of characters. */
export const describeArt = ({ columns, rows }: { readonly columns: number; readonly rows: number }): string =>
  `Picture drawn in characters, ${columns} columns by ${rows} rows`;

/** Fonts that readers are likely to have, all of one width. */
export const FONT_STACK = '"DejaVu Sans Mono", Menlo, Consolas, "Liberation Mono", monospace';
