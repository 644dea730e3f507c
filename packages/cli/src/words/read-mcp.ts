import { UsageError } from "../usage-error.ts";
import type { McpCommand } from "./command.ts";
import { readWords, refuseOperands, refuseProblems } from "./read-words.ts";

/** Reads what follows the word `mcp`: nothing, or `--root DIR`. */
export const readMcp = (words: readonly string[]): McpCommand => {
  const { operands, problems, textFor } = readWords(words, "mcp");
  refuseProblems(problems);
  refuseOperands("mcp", operands);
  const root = textFor("root") ?? null;
  if (root === "") throw new UsageError("Name one folder: lumiglyph mcp --root pictures");
  return { kind: "mcp", root };
};
