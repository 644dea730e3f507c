import { allowedBy } from "./allowed-by.ts";
import type { ErrorCode } from "./errors.ts";
import { type FactWords, factIn, LIBRARY_FACTS } from "./facts.ts";
import { MAX_PROBLEMS, MIN_COLUMNS } from "./limits.ts";
import type { ParamName } from "./param-table.ts";
import { paramRow } from "./params.ts";
import { type Problem, Refusal } from "./problems.ts";

/** The words in which surfaces differ: HTTP, the tool, the command line, the library. */
export type Words = FactWords & {
  readonly parameter: "parameter" | "argument";
  /** The values that a parameter may have there. */
  readonly allow: (parameter: ParamName) => string;
  /** What an error means and what to do, where no fact says more. */
  readonly says: (code: ErrorCode) => string;
};

/**
 * The library's words, used for the message of a `Refusal`. `says` returns only the code, because
 * no browser loads the table of errors.
 */
export const LIBRARY_WORDS: Words = {
  ...LIBRARY_FACTS,
  parameter: "parameter",
  allow: (parameter) => allowedBy(paramRow(parameter)),
  says: (code) => code,
};

/** A problem in words, as HTTP lists it. */
export type WordedProblem = Omit<Problem, "rule" | "suggestion"> & {
  readonly allowed: string;
  readonly message: string;
};

/** Sentences, and problems in words. */
export type Worded = { readonly message: string; readonly problems: readonly WordedProblem[] };

/** A refusal in the words of a surface. */
export const wordsOf = ({ code, message, problems, fact }: Refusal, words: Words): Worded => {
  if (problems.length > 0) return listed(problems, words);
  if (fact === null) return { message, problems: [] };
  return { message: fact.kind === "row" ? words.says(code) : factIn(words, fact), problems: [] };
};

/** One refusal for a list of problems: the first gives the code. */
export const refuse = (problems: readonly Problem[]): Refusal => {
  const [first] = problems;
  if (first === undefined) throw new RangeError("refuse needs at least one problem");
  return new Refusal(first.code, listed(problems, LIBRARY_WORDS).message, problems);
};

/** Lists the first `MAX_PROBLEMS` in words and counts the rest. */
const listed = (problems: readonly Problem[], words: Words): Worded => {
  const first = problems.slice(0, MAX_PROBLEMS).map((problem) => wordedProblem(problem, words));
  const more = problems.length - first.length;
  const message = first.map((problem) => problem.message).join(" ");
  return { message: more > 0 ? `${message} And ${more} more.` : message, problems: first };
};

const wordedProblem = (problem: Problem, words: Words): WordedProblem => {
  const { code, parameter, given } = problem;
  const [allowed, sentence] = ruleIn(words, problem);
  const { suggestion } = problem;
  const meant = suggestion === undefined ? "" : ` Did you mean \`${suggestion}\`?`;
  return { code, parameter, given, allowed, message: `${sentence}${meant}` };
};

/** What a problem's rule allows, and the sentence about it. */
const ruleIn = (words: Words, { code, parameter, given, rule, suggestion }: Problem): [string, string] => {
  const name = `\`${words.spell(parameter)}\``;
  const expected = (what: string, received: string): [string, string] => [
    what,
    `Expected ${what} for ${name} but received ${received}.`,
  ];
  switch (rule.kind) {
    case "row":
      return expected(words.allow(parameter as ParamName), received(given, rule.type));
    case "type":
      return expected(`a ${rule.type}`, given);
    case "known":
      return [suggestion ?? "a parameter of the render operation", `There is no ${words.parameter} ${name}.`];
    case "once":
      return ["one value", `${name} is given ${rule.times} times in the ${rule.origin}. Send it once.`];
    case "same":
      return [
        "one value, or equal values",
        `${name} is given as \`${rule.other}\` in one place and as \`${given}\` in another.`,
      ];
    case "one-ramp": {
      const other = `\`${words.spell("charset")}\``;
      return [`one of ${other} and ${name}`, `Give either ${name} or ${other}, not both.`];
    }
    case "text-format":
      return [
        "a format that is text",
        `${name} does not apply to png: leave it out, or choose another \`${words.spell("format")}\`.`,
      ];
    case "shortest-page":
      return [
        `at least ${rule.least}`,
        `The smallest ${rule.format} page of this picture, ${MIN_COLUMNS} columns, has ${rule.shortest} characters; the limit is ${given}. Allow more ${name}, or choose another \`${words.spell("format")}\`.`,
      ];
    case "source":
      return [ONE_SOURCE, words.says(code)];
    case "file":
      return [ONE_SOURCE, `${name} must be sent as a file, for curl: -F image=@photo.jpg`];
    case "file-name":
      return [ONE_SOURCE, `The file field must be named \`image\`, not ${name}.`];
    case "base64":
      return ["base64, standard or URL-safe, with an optional data:image/...;base64, prefix", words.says(code)];
    case "url-length":
      return [
        `at most ${rule.most} characters`,
        `${name} has ${rule.length} characters, more than the ${rule.most} allowed. Percent-encoding counts. Give a shorter address, or send the image itself.`,
      ];
  }
};

const ONE_SOURCE = "exactly one image source, in its own transport";

/** A value in quotation marks, with its type if that is the problem. */
const received = (given: string, type: string | null): string => {
  if (given === "") return "nothing";
  if (type === null) return `\`${given}\``;
  if (type === "string") return `"${given}" (string)`;
  return given === "null" ? given : `${given} (${type})`;
};
