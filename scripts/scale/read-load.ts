import { parseArgs } from "node:util";
import { completeParams, nearestName, parse, type RenderParams } from "@lumiglyph/contract";
import { flagProblem } from "../../packages/cli/src/commands/command.ts";
import { UsageError } from "../../packages/cli/src/streams.ts";
import type { Load } from "./capacity.ts";
import { GATED, NUMBER_NAMES, NUMBERS, type NumberFlag, type NumberName, OPTIONS } from "./load-flags.ts";
import { INPUTS, type Input } from "./measured.ts";
import { TYPICAL } from "./typical.ts";

/** The load that a command line asks about, or null where it asks for help; throws a `UsageError` with all that is wrong. */
export const readLoad = (args: readonly string[]): Load | null => {
  const { tokens } = parseArgs({ args: [...args], options: OPTIONS, strict: false, tokens: true });
  const given = tokens.filter((token) => token.kind === "option");
  const operands = tokens.filter((token) => token.kind === "positional").map(({ value }) => value);
  const texts = new Map(given.map(({ name, value }) => [name, value ?? ""]));
  if (texts.has("help")) return null;
  const problems = [...problemsOf(given), ...operands.map(needlessWord)];
  const numbers = readNumbers(texts, problems);
  const input = readInput(texts.get("input"), problems);
  const { columns, format, color } = readGated(texts, problems);
  if (problems.length > 0) throw new UsageError(problems.join("\n"));
  const director = !texts.has("no-director");
  const shares = { hits: numbers.hits / 100, utilization: numbers.utilization / 100 };
  return { ...numbers, ...shares, input, columns, format, color, director };
};

type Given = { readonly name: string; readonly rawName: string; readonly value?: string | undefined };

/** What was given for each flag. */
type Texts = ReadonlyMap<string, string>;

const problemsOf = (given: readonly Given[]): readonly string[] => [
  ...given.filter(({ name }) => !Object.hasOwn(OPTIONS, name)).map(({ rawName }) => unknown(rawName)),
  ...given
    .filter(({ name, value }) => OPTIONS[name]?.type === "boolean" && value !== undefined)
    .map(({ rawName }) => `\`${rawName}\` takes no value.`),
  ...[...Map.groupBy(given, ({ name }) => name)]
    .filter(([, times]) => times.length > 1)
    .map(([name]) => `\`--${name}\` is given more than once.`),
];

const unknown = (raw: string): string => {
  const names = Object.keys(OPTIONS).map((name) => `--${name}`);
  const near = nearestName(raw, names);
  return `There is no flag \`${raw}\`.${near === null ? "" : ` Did you mean \`${near}\`?`}`;
};

const needlessWord = (word: string): string => `There is nothing called \`${word}\`: everything is a flag.`;

type Numbers = { readonly [Name in Exclude<NumberName, "kilobytes">]: number } & { readonly kilobytes: number | null };

const readNumbers = (texts: Texts, problems: string[]): Numbers => {
  if (!texts.has("rate")) problems.push("Say how many renders a second: --rate 100");
  const read = (name: NumberName): number | null => {
    const text = texts.get(name);
    if (text === undefined) return NUMBERS[name].unless;
    const value = /^([0-9]{1,16}(\.[0-9]{1,16})?|\.[0-9]{1,16})$/.test(text) ? Number(text) : Number.NaN;
    if (!isWithin(value, NUMBERS[name])) problems.push(refused(name, allowed(NUMBERS[name]), text));
    return value;
  };
  return Object.fromEntries(NUMBER_NAMES.map((name) => [name, read(name)])) as Numbers;
};

const isWithin = (value: number, { least, most, whole }: NumberFlag): boolean =>
  value >= least && value <= most && (whole !== true || Number.isInteger(value));

const allowed = ({ least, most, whole }: NumberFlag): string =>
  `${whole === true ? "an integer" : "a number"} from ${least} to ${most}`;

const refused = (name: string, takes: string, text: string): string =>
  `Expected ${takes} for \`--${name}\` but received \`${text}\`.`;

const readInput = (text: string | undefined, problems: string[]): Input => {
  if (text === undefined) return TYPICAL.input;
  const found = INPUTS.find((input) => input === text);
  if (found === undefined) problems.push(refused("input", `one of ${INPUTS.join(", ")}`, text));
  return found ?? TYPICAL.input;
};

const readGated = (texts: Texts, problems: string[]): Pick<RenderParams, (typeof GATED)[number]> => {
  const fields = GATED.filter((name) => texts.has(name)).map((name) => ({
    name,
    value: name === "color" ? "true" : (texts.get(name) ?? ""),
    origin: "query" as const,
  }));
  const parsed = parse(fields);
  if ("options" in parsed) return completeParams(parsed.options);
  problems.push(...parsed.problems.map(flagProblem));
  return TYPICAL;
};
