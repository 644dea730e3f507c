import { parse } from "@lumiglyph/contract";
import { UsageError } from "../usage-error.ts";
import type { DrawCommand } from "./command.ts";
import { flagProblem } from "./flag-problem.ts";
import { readWords, refuseProblems } from "./read-words.ts";

/** Reads a command line that draws. Everything that is wrong with its flags is told at once. */
export const readDraw = (words: readonly string[]): DrawCommand => {
  const { operands, fields, problems, textFor, has } = readWords(words, null);
  const parsed = parse(fields);
  refuseProblems([...problems, ...("problems" in parsed ? parsed.problems.map(flagProblem) : [])]);
  const out = textFor("out") ?? null;
  if (out === "") throw new UsageError("Say where the art goes: lumiglyph photo.jpg --out photo.html");
  const watch = has("watch");
  if (watch && (operands.length === 0 || operands.includes("-"))) {
    throw new UsageError("`--watch` needs a file to watch: lumiglyph photo.jpg --watch");
  }
  return { kind: "draw", operands, fields, out, watch };
};
