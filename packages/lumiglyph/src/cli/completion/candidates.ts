import type { Flag, Flags, PathKind } from "../commands/command.ts";
import { COMMAND_NAMES, COMMANDS, type CommandRow, commandRow, flagsOf, isCommandName } from "../commands/commands.ts";

/** A completion of the current word, with its description. */
type Candidate = readonly [text: string, says: string];

/** Candidates, or the kind of path the shell should complete, or both. */
type Completion = { readonly candidates: readonly Candidate[]; readonly path?: PathKind };

/**
 * Completes the last of these words, which follow the program's name: one line per candidate with its description after
 * a tab; `:file` or `:folder` asks the shell to offer paths.
 */
export const candidateLines = (words: readonly string[]): string => {
  const { candidates, path } = completionFor(joined(words));
  const lines = [...candidates.map(([text, says]) => `${text}\t${says}`), ...(path === undefined ? [] : [`:${path}`])];
  return lines.map((line) => `${line}\n`).join("");
};

/** Bash splits `--format=svg` at the sign; then only the part after it is completed. */
type Typed = { readonly before: readonly string[]; readonly current: string };

const joined = (words: readonly string[]): Typed => {
  const current = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  if (current === "=") return { before, current: "" };
  return { before: before.at(-1) === "=" ? before.slice(0, -1) : before, current };
};

const completionFor = ({ before, current }: Typed): Completion => {
  const [first, ...rest] = before;
  const row = commandRow(isCommandName(first) ? first : null);
  const flags = flagsOf(row);
  if (before.includes("--")) return starting(operandsOf(row), current);
  const valued = flagNamed(before.at(-1), flags);
  if (valued?.value !== undefined) return starting(valuesOf(valued), current);
  const [, head, written] = /^(--[^=]+)=(.*)$/s.exec(current) ?? [];
  const flag = flagNamed(head, flags);
  if (flag?.value !== undefined) return behindSign(head ?? "", starting(valuesOf(flag), written ?? ""));
  if (current.startsWith("-")) return starting({ candidates: flagCandidates(flags, before) }, current);
  if (first === undefined) return { ...starting({ candidates: COMMAND_ROWS }, current), path: "file" };
  return starting(Array.isArray(row.operands) && rest.length > 0 ? NOTHING : operandsOf(row), current);
};

const NOTHING: Completion = { candidates: [] };

const COMMAND_ROWS: readonly Candidate[] = COMMAND_NAMES.map((word) => [word, COMMANDS[word].says]);

const flagNamed = (word: string | undefined, flags: Flags): Flag | undefined =>
  Object.entries(flags).find(([name, { short }]) => word === `--${name}` || (short && word === `-${short}`))?.[1];

const operandsOf = ({ operands }: CommandRow): Completion =>
  typeof operands === "string"
    ? { candidates: [], path: operands }
    : { candidates: operands.map((word) => [word, isCommandName(word) ? COMMANDS[word].says : ""]) };

const valuesOf = ({ choices = [], path }: Flag): Completion => ({
  candidates: choices.map((choice) => [choice, ""]),
  ...(path && { path }),
});

/** Flags that are not yet used, and their negations. */
const flagCandidates = (flags: Flags, before: readonly string[]): readonly Candidate[] =>
  Object.entries(flags)
    .filter(([name]) => !before.includes(`--${name}`) && !before.includes(`--no-${name}`))
    .flatMap(([name, { says, negatable }]): readonly Candidate[] => [
      [`--${name}`, says],
      ...(negatable ? [[`--no-${name}`, `not: ${says}`] as const] : []),
    ]);

const starting = ({ candidates, ...rest }: Completion, current: string): Completion => ({
  ...rest,
  candidates: candidates.filter(([text]) => text.startsWith(current)),
});

const behindSign = (head: string, { candidates, ...rest }: Completion): Completion => ({
  ...rest,
  candidates: candidates.map(([text, says]) => [`${head}=${text}`, says]),
});
