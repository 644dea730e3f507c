/** A page of the reference: front matter, the note from where it is generated, a heading, its parts. */
export const page = (title: string, parts: readonly string[], tables = "packages/contract"): string =>
  `${[
    `---\ntitle: ${title}\nshape: reference\n---`,
    `<!-- Generated from the tables of ${tables} by scripts/generate.ts: do not edit. -->`,
    `# ${title}`,
    ...parts,
  ].join("\n\n")}\n`;

/** A table of Markdown. */
export const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.map(cell).join(" | ")} |`).join("\n");

/** Text as code. */
export const code = (text: string): string => `\`${text}\``;

/** A phrase with its first letter in upper case and a full stop. */
export const sentence = (text: string): string => {
  const start = text.charAt(0).toUpperCase() + text.slice(1);
  return start.endsWith(".") ? start : `${start}.`;
};

const cell = (text: string): string => text.replaceAll("|", "\\|");
