import { versionLine } from "../version.ts";
import type { Command } from "./command.ts";
import { COMPLETE, type CommandWord, isCommandWord } from "./commands.ts";
import { readCompletion } from "./read-completion.ts";
import { readDecode } from "./read-decode.ts";
import { readDraw } from "./read-draw.ts";
import { readHelp, showHelp } from "./read-help.ts";
import { readMcp } from "./read-mcp.ts";
import { readServe } from "./read-serve.ts";

/** Reads a command line. Every parameter is a flag in kebab-case; the values go through the same gate as the service's. */
export const readCommand = (words: readonly string[]): Command => {
  const [first, ...rest] = words;
  // not for people: what the shells' scripts call, with words that are unfinished
  if (first === COMPLETE) return completing(rest);
  const command = isCommandWord(first) ? first : null;
  if (asksFor(words, "help")) return showHelp(command);
  if (asksFor(words, "version")) return { kind: "print", text: versionLine };
  return command === null ? readDraw(words) : READERS[command](rest);
};

const READERS: { readonly [Word in CommandWord]: (words: readonly string[]) => Command } = {
  decode: readDecode,
  serve: readServe,
  mcp: readMcp,
  completion: readCompletion,
  help: readHelp,
};

/** Whether help or the version is asked for anywhere before `--`, whatever else is there. */
const asksFor = (words: readonly string[], what: "help" | "version"): boolean => {
  const end = words.indexOf("--");
  const flags = end < 0 ? words : words.slice(0, end);
  return flags.includes(`--${what}`) || flags.includes(`-${what.charAt(0)}`);
};

const completing = (words: readonly string[]): Command => ({
  kind: "print",
  text: async () => (await import("../completion/candidates.ts")).candidateLines(words),
});
