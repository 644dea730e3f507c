import { type Charset, nearestName, parse } from "@lumiglyph/contract";
import type { DecodeCommand } from "./command.ts";
import { flagProblem } from "./flag-problem.ts";
import { UsageError } from "./usage-error.ts";

/** The word that makes a command line one to decode; an image of this name is ./decode. */
export const DECODE = "decode";

/** The flags of `decode` that take a value, and those that take none. */
const VALUED = ["--out", "--scale", "--charset"] as const;
const SWITCHES = ["--cells", "--invert", "--dither"] as const;

type Flag = (typeof VALUED)[number] | (typeof SWITCHES)[number];
type Given = ReadonlyMap<Flag, string>;

/** Pixels that a cell may be wide in a decoded picture. */
export const SCALE = { least: 1, most: 16, default: 8 } as const;

/** Reads what follows the word `decode`. */
export const readDecode = (words: readonly string[]): DecodeCommand => {
  const files: string[] = [];
  const given = new Map<Flag, string>();
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (!word.startsWith("-") || word === "-") files.push(word);
    else keep(given, ...readFlag(word, rest));
  }
  return { kind: "decode", art: onlyArt(files), out: outOf(given), scale: scaleOf(given), hints: hintsOf(given) };
};

const readFlag = (word: string, rest: string[]): [Flag, string] => {
  const [, name = word, value] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
  const valued = VALUED.find((flag) => flag === name);
  if (valued !== undefined) return [valued, value ?? rest.shift() ?? ""];
  const switched = SWITCHES.find((flag) => flag === name);
  if (switched === undefined) throw new UsageError(`\`decode\` has no flag \`${name}\`.${advice(name)}`);
  if (value !== undefined) throw new UsageError(`\`${name}\` takes no value.`);
  return [switched, ""];
};

const advice = (name: string): string => {
  const near = nearestName(name, [...VALUED, ...SWITCHES]);
  return near === null ? "" : ` Did you mean \`${near}\`?`;
};

const keep = (given: Map<Flag, string>, flag: Flag, value: string): void => {
  if (given.has(flag)) throw new UsageError(`\`${flag}\` is given twice.`);
  given.set(flag, value);
};

const onlyArt = (files: readonly string[]): string => {
  const [art, ...more] = files;
  if (art === undefined) throw new UsageError("Name the art: lumiglyph decode art.json --out picture.png");
  if (more.length > 0) throw new UsageError(`Name one file of art, not ${files.length}: ${files.join(", ")}`);
  return art;
};

const outOf = (given: Given): string => {
  const out = given.get("--out") ?? "";
  if (out === "") throw new UsageError("Say where the picture goes: lumiglyph decode art.json --out picture.png");
  if (!/\.png$/i.test(out)) throw new UsageError("`--out` takes a name that ends in .png, which is what is written.");
  return out;
};

const scaleOf = (given: Given): number | "cells" => {
  const scale = given.get("--scale");
  if (given.has("--cells")) {
    if (scale === undefined) return "cells";
    throw new UsageError("`--cells` is one pixel a cell and `--scale` another size: give one of them.");
  }
  if (scale === undefined) return SCALE.default;
  const pixels = /^[0-9]{1,3}$/.test(scale) ? Number(scale) : 0;
  if (pixels >= SCALE.least && pixels <= SCALE.most) return pixels;
  throw new UsageError(
    `\`--scale\` takes an integer from ${SCALE.least} to ${SCALE.most}: the pixels that a cell is wide.`,
  );
};

const hintsOf = (given: Given): DecodeCommand["hints"] => ({
  charset: charsetOf(given.get("--charset")),
  inverted: given.has("--invert"),
  diffused: given.has("--dither"),
});

/** Through the service's gate, so that a wrong one is told in its words. */
const charsetOf = (value: string | undefined): Charset | undefined => {
  if (value === undefined) return undefined;
  const parsed = parse([{ name: "charset", value, origin: "query" }]);
  if ("problems" in parsed) throw new UsageError(parsed.problems.map(flagProblem).join("\n"));
  return parsed.params.charset;
};
