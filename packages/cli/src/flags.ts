import {
  type Field,
  isParamName,
  PARAM_NAMES,
  type ParamName,
  type ParsedParams,
  paramRow,
  parse,
  refuse,
} from "@lumiglyph/contract";

/** What a command line asks for. */
export type Command =
  | { readonly kind: "render"; readonly image: string; readonly parsed: ParsedParams }
  | { readonly kind: "help" }
  | { readonly kind: "version" };

/** A command line that cannot be carried out; its message is one sentence for the person who typed it. */
export class UsageError extends Error {}

/** Reads a command line. Every parameter is a flag in kebab-case; the values go through the same gate as the service's. */
export const readCommand = (words: readonly string[]): Command => {
  if (words.includes("--help") || words.includes("-h")) return { kind: "help" };
  if (words.includes("--version")) return { kind: "version" };
  const images: string[] = [];
  const fields: Field[] = [];
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word.startsWith("--")) fields.push(readFlag(word.slice(2), rest));
    else images.push(word);
  }
  const [image, ...more] = images;
  if (image === undefined) throw new UsageError("Name an image: lumiglyph photo.jpg --columns 80");
  if (more.length > 0) throw new UsageError(`Name one image, not ${images.length}: ${images.join(", ")}`);
  const parsed = parse(fields);
  if ("problems" in parsed) throw new UsageError(refuse(parsed.problems).message);
  return { kind: "render", image, parsed };
};

/** The flag of a parameter: `edgeStrength` is `--edge-strength`. */
export const flagOf = (name: ParamName): string =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** `--columns 80`, `--columns=80`, and for yes-or-no parameters `--color` and `--no-color` alone. */
const readFlag = (flag: string, rest: string[]): Field => {
  const [, given = flag, value] = /^([^=]+)=(.*)$/s.exec(flag) ?? [];
  const name = paramNamed(given);
  if (value !== undefined) return { name, value, origin: "query" };
  if (isSwitch(name)) return { name, value: "true", origin: "query" };
  const positive = paramNamed(given.replace(/^no-/, ""));
  if (given.startsWith("no-") && isSwitch(positive)) return { name: positive, value: "false", origin: "query" };
  return { name, value: rest.shift() ?? "", origin: "query" };
};

const isSwitch = (name: string): boolean => isParamName(name) && paramRow(name).kind === "boolean";

const paramNamed = (flag: string): string => PARAM_NAMES.find((name) => flagOf(name) === `--${flag}`) ?? flag;
