import { UsageError } from "../usage-error.ts";
import type { PrintCommand } from "./command.ts";
import { SHELLS } from "./commands.ts";
import { readWords, refuseProblems } from "./read-words.ts";

/** Reads what follows the word `completion`: the name of a shell. */
export const readCompletion = (words: readonly string[]): PrintCommand => {
  const { operands, problems } = readWords(words, "completion");
  refuseProblems(problems);
  const shell = SHELLS.find((name) => name === operands[0]);
  if (shell === undefined || operands.length > 1) {
    throw new UsageError(`Name a shell, one of ${SHELLS.join(", ")}: lumiglyph completion ${SHELLS[0]}`);
  }
  return { kind: "print", text: async () => (await import("../completion/scripts.ts")).SCRIPTS[shell] };
};
