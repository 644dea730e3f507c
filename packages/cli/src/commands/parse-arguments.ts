import { parseArgs } from "node:util";
import { type Field, nearestName, SOURCE_NAMES } from "@lumiglyph/contract";
import { UsageError } from "../streams.ts";
import { type Flag, type Flags, paramOf } from "./command.ts";
import { type CommandName, commandRow, flagsOf } from "./commands.ts";

/** Parsed arguments: flag values and operands. */
export type Arguments = {
  readonly operands: readonly string[];
  /** The value of a flag; empty if nothing follows it. */
  readonly textFor: (name: string) => string | undefined;
  readonly has: (name: string) => boolean;
  /** The flags that are parameters, as fields for the parser. */
  readonly fields: readonly Field[];
  /** Problems with the flags, one sentence each. */
  readonly problems: readonly string[];
};

type Given = { readonly raw: string; readonly name: string; readonly value: string | undefined; readonly no: boolean };

/** Parses the arguments of a command, or of rendering. */
export const parseArguments = (args: readonly string[], command: CommandName | null): Arguments => {
  const flags = flagsOf(commandRow(command));
  const { tokens } = parseArgs({ args: [...args], options: optionsOf(flags), strict: false, tokens: true });
  const given = tokens.filter((token) => token.kind === "option").map((token) => givenBy(token, flags));
  const known = given.filter(({ name }) => Object.hasOwn(flags, name));
  const own = known.filter(({ name }) => command !== null || paramOf(name) === undefined);
  return {
    operands: tokens.filter((token) => token.kind === "positional").map(({ value }) => value),
    textFor: (name) => known.find((one) => one.name === name)?.value,
    has: (name) => known.some((one) => one.name === name),
    fields: command === null ? known.flatMap(fieldOf) : [],
    problems: [
      ...given.filter(({ name }) => !Object.hasOwn(flags, name)).map(({ raw }) => unknown(raw, command, flags)),
      ...own.filter(({ name, value }) => !takesValue(flags[name]) && value !== undefined).map(extraValue),
      ...repeated(own, flags),
    ],
  };
};

/** Throws a `UsageError` with all problems, if there are any. */
export const refuseProblems = (problems: readonly string[]): void => {
  if (problems.length > 0) throw new UsageError(problems.join("\n"));
};

/** Throws if a command that takes only flags is given operands. */
export const refuseOperands = (command: CommandName, [first]: readonly string[]): void => {
  if (first !== undefined) throw new UsageError(`\`${command}\` takes no \`${first}\`.`);
};

const takesValue = (flag: Flag | undefined): boolean => flag?.value !== undefined;

const optionsOf = (flags: Flags) =>
  Object.fromEntries(
    Object.entries(flags).map(([name, flag]) => [
      name,
      {
        type: takesValue(flag) ? "string" : "boolean",
        ...(flag.short !== undefined && { short: flag.short }),
      } as const,
    ]),
  );

type Option = { readonly name: string; readonly rawName: string; readonly value?: string | undefined };

const givenBy = ({ name, rawName: raw, value }: Option, flags: Flags): Given => {
  const positive = name.replace(/^no-/, "");
  const no = positive !== name && flags[positive]?.negatable === true;
  if (no) return { raw, name: positive, value, no };
  return { raw, name, value: takesValue(flags[name]) ? (value ?? "") : value, no };
};

/** A flag's value is text, as in a query. `--no-color` means `false`; with a value of its own it counts twice. */
const fieldOf = ({ name, value, no }: Given): Field[] => {
  const param = paramOf(name);
  if (param === undefined) return [];
  const written = (text: string): Field => ({ name: param, value: text, origin: "query" });
  return no ? [written("false"), ...(value === undefined ? [] : [written(value)])] : [written(value ?? "true")];
};

const unknown = (raw: string, command: CommandName | null, flags: Flags): string => {
  const sentence = command === null ? `There is no flag \`${raw}\`.` : `\`${command}\` has no flag \`${raw}\`.`;
  if (!raw.startsWith("--")) return `${sentence} For a file of this name, write ./${raw}`;
  const names = Object.keys(flags).map((name) => `--${name}`);
  const near = nearestName(raw, command === null ? [...names, ...SOURCE_NAMES] : names);
  if (near === null) return sentence;
  return names.includes(near)
    ? `${sentence} Did you mean \`${near}\`?`
    : `${sentence} The image is not a flag: lumiglyph photo.jpg`;
};

const extraValue = ({ raw }: Given): string => `\`${raw}\` takes no value.`;

/** Repetitions of flags that are not parameters, which the parser checks. */
const repeated = (own: readonly Given[], flags: Flags): readonly string[] =>
  [...Map.groupBy(own, ({ name }) => name)]
    .filter(([, times]) => times.length > 1)
    .map(([name, { length }]) =>
      takesValue(flags[name])
        ? `\`--${name}\` has ${length} values; it takes one value.`
        : `\`--${name}\` is given ${length} times; give it once.`,
    );
