import type { McpCommand } from "./command.ts";
import { UsageError } from "./usage-error.ts";

/** The word that makes a command line one to serve agents; an image of this name is ./mcp. */
export const MCP = "mcp";

/** Reads what follows the word `mcp`: nothing, or `--root DIR`. */
export const readMcp = (words: readonly string[]): McpCommand => {
  const [, first = words[0], value] = /^([^=]+)=(.*)$/s.exec(words[0] ?? "") ?? [];
  const given = value === undefined ? words.slice(1) : [value, ...words.slice(1)];
  if (first === undefined) return { kind: "mcp", root: null };
  if (first !== "--root") throw new UsageError(`\`mcp\` takes no \`${first}\`; its one flag is --root DIR.`);
  const [root, ...more] = given;
  if (root === undefined || root === "" || more.length > 0) {
    throw new UsageError("Name one folder: lumiglyph mcp --root pictures");
  }
  return { kind: "mcp", root };
};
