/** Prints a Markdown table, its first column to the left and all others to the right. */
export const printTable = (heads: readonly string[], rows: readonly (readonly string[])[]): void => {
  const widths = heads.map((head, i) => Math.max(3, head.length, ...rows.map((row) => row[i]!.length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join(" | ")} |`;
  const rule = `|${widths.map((width, i) => (i === 0 ? "-".repeat(width + 2) : `${"-".repeat(width + 1)}:`)).join("|")}|`;
  console.log([line(heads), rule, ...rows.map(line)].join("\n"));
};
