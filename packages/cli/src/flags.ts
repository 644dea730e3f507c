import { type Field, type ParamName, paramRow, parse } from "@lumiglyph/contract";
import type { Command } from "./command.ts";
import { DECODE, readDecode } from "./decode-flags.ts";
import { paramOf } from "./flag-name.ts";
import { flagProblem } from "./flag-problem.ts";
import { MCP, readMcp } from "./mcp-flags.ts";
import { UsageError } from "./usage-error.ts";

/** Reads a command line. Every parameter is a flag in kebab-case; the values go through the same gate as the service's. */
export const readCommand = (words: readonly string[]): Command => {
  if (words.includes("--help") || words.includes("-h")) return { kind: "help" };
  if (words.includes("--version")) return { kind: "version" };
  if (words[0] === MCP) return readMcp(words.slice(1));
  return words[0] === DECODE ? readDecode(words.slice(1)) : readRender(words);
};

const readRender = (words: readonly string[]): Command => {
  const images: string[] = [];
  const fields: Field[] = [];
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word.startsWith("--")) fields.push(readFlag(word, rest));
    else images.push(word);
  }
  const parsed = parse(fields);
  if ("problems" in parsed) throw new UsageError(parsed.problems.map(flagProblem).join("\n"));
  return { kind: "render", image: onlyImage(images), parsed };
};

/** `--columns 80`, `--columns=80`, and for yes-or-no parameters `--color` and `--no-color` alone. */
const readFlag = (word: string, rest: string[]): Field => {
  const [, flag = word, value] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
  if (value !== undefined) return written(flag, value);
  if (isSwitch(paramOf(flag))) return written(flag, "true");
  const positive = flag.replace(/^--no-/, "--");
  if (isSwitch(paramOf(positive)) && positive !== flag) return written(positive, "false");
  return written(flag, rest.shift() ?? "");
};

/** A flag's value is text, as in a query. An unknown flag keeps its dashes, so that no name of the gate's is like it. */
const written = (flag: string, value: string): Field => ({ name: paramOf(flag) ?? flag, value, origin: "query" });

const isSwitch = (name: ParamName | undefined): boolean => name !== undefined && paramRow(name).kind === "boolean";

const onlyImage = (images: readonly string[]): string => {
  const dashed = images.find((word) => word.startsWith("-") && word !== "-");
  if (dashed !== undefined)
    throw new UsageError(`There is no flag \`${dashed}\`. Flags have two dashes; a file of this name is ./${dashed}`);
  const [image, ...more] = images;
  if (image === undefined) throw new UsageError("Name an image: lumiglyph photo.jpg --columns 80");
  if (more.length > 0) throw new UsageError(`Name one image, not ${images.length}: ${images.join(", ")}`);
  return image;
};
