import { parseArgs } from "node:util";
import { type Field, nearestName, type ParamName, SOURCE_NAMES } from "@lumiglyph/contract";
import { UsageError } from "../streams.ts";
import { type Flag, type Flags, paramOf } from "./command.ts";
import { type CommandName, commandRow, flagsOf } from "./commands.ts";

/** Parsed arguments: flag values and operands. If a flag is repeated, the last one wins. */
export type Arguments = {
  readonly operands: readonly string[];
  /** The value of a flag; empty if nothing follows it. */
  readonly textFor: (name: string) => string | undefined;
  /** Whether a switch is given and not negated, or `fallback` if it is neither. */
  readonly has: (name: string, fallback?: boolean) => boolean;
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
  const given = tokens.filter((token) => token.kind === "option").map((token) => givenBy(token, args, flags));
  const known = given.filter(({ name }) => Object.hasOwn(flags, name));
  const lastOf = (name: string): Given | undefined => known.findLast((one) => one.name === name);
  const fields = command === null ? known.map(fieldsOf) : [];
  return {
    operands: tokens.filter((token) => token.kind === "positional").map(({ value }) => value),
    textFor: (name) => lastOf(name)?.value,
    has: (name, fallback = false) => (lastOf(name) === undefined ? fallback : !lastOf(name)!.no),
    fields: lastOfEach(fields.flatMap((each) => (typeof each === "string" ? [] : each))),
    problems: [
      ...given.filter(({ name }) => !Object.hasOwn(flags, name)).map(({ raw }) => unknown(raw, command, flags)),
      ...known.filter((one) => one.value !== undefined && !mayHaveValue(one, command, flags)).map(extraValue),
      ...fields.filter((each) => typeof each === "string"),
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

/** A boolean parameter may be written with its value, as in a query: `--color=true`. */
const mayHaveValue = ({ name, no }: Given, command: CommandName | null, flags: Flags): boolean =>
  !no && (takesValue(flags[name]) || (command === null && paramOf(name) !== undefined));

const optionsOf = (flags: Flags) =>
  Object.fromEntries(
    Object.entries(flags).flatMap(([name, flag]) => {
      const type = takesValue(flag) ? ("string" as const) : ("boolean" as const);
      const option = [name, { type, ...(flag.short !== undefined && { short: flag.short }) }] as const;
      return flag.also === undefined ? [option] : [option, [flag.also, { type }] as const];
    }),
  );

type Option = {
  readonly name: string;
  readonly rawName: string;
  readonly index: number;
  readonly value?: string | undefined;
};

const givenBy = ({ name: written, rawName, index, value }: Option, args: readonly string[], flags: Flags): Given => {
  const name = Object.keys(flags).find((each) => flags[each]!.also === written) ?? written;
  // for letters after one dash, reports all: `-x.png` is more likely a file than a flag
  const raw = rawName.startsWith("--") ? rawName : (args[index] ?? rawName);
  const positive = name.replace(/^no-/, "");
  const no = positive !== name && flags[positive]?.negatable === true;
  if (no) return { raw, name: positive, value, no };
  return { raw, name, value: takesValue(flags[name]) ? (value ?? "") : value, no };
};

/** The fields that a flag sets, as text, as in a query; or an error message. */
const fieldsOf = ({ name, value, no }: Given): readonly Field[] | string => {
  if (name === "size") return sizeFields(value ?? "");
  const param = paramOf(name);
  if (param === undefined) return [];
  // "auto" and "none" are not palettes
  if (param === "colors" && (value === "auto" || value === "none")) return [];
  return [fieldFor(param, no ? "false" : (ratioIn(param, value) ?? value ?? "true"))];
};

const fieldFor = (name: ParamName, value: string): Field => ({ name, value, origin: "query" });

const sizeFields = (size: string): readonly Field[] | string => {
  const [, columns = "", rows = ""] = /^(\d*)(?:x(\d*))?$/i.exec(size) ?? [];
  if (columns === "" && rows === "") return "`--size` takes columns and rows: 80x24, 80x or x24.";
  return [...(columns === "" ? [] : [fieldFor("columns", columns)]), ...(rows === "" ? [] : [fieldFor("rows", rows)])];
};

/** A cell's aspect ratio in other tools' notation: `1/2`. */
const ratioIn = (param: ParamName, value: string | undefined): string | undefined => {
  const [, width, height] = (param === "cellAspect" && /^([\d.]+)[/:]([\d.]+)$/.exec(value ?? "")) || [];
  return width === undefined ? undefined : String(Number(width) / Number(height));
};

const lastOfEach = (fields: readonly Field[]): readonly Field[] =>
  fields.filter(({ name }, at) => fields.findLastIndex((field) => field.name === name) === at);

const unknown = (raw: string, command: CommandName | null, flags: Flags): string => {
  const sentence = command === null ? `There is no flag \`${raw}\`.` : `\`${command}\` has no flag \`${raw}\`.`;
  if (!raw.startsWith("--")) return `${sentence} For a file of this name, write ./${raw}`;
  const names = Object.entries(flags).flatMap(([name, { also }]) => [`--${name}`, ...(also ? [`--${also}`] : [])]);
  const near = nearestName(raw, command === null ? [...names, ...SOURCE_NAMES] : names);
  if (near === null) return sentence;
  return names.includes(near)
    ? `${sentence} Did you mean \`${near}\`?`
    : `${sentence} The image is not a flag: lumiglyph photo.jpg`;
};

const extraValue = ({ raw }: Given): string => `\`${raw}\` takes no value.`;
