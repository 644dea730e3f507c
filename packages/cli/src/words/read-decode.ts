import { type Charset, parse } from "@lumiglyph/contract";
import { UsageError } from "../usage-error.ts";
import type { DecodeCommand } from "./command.ts";
import { flagProblem } from "./flag-problem.ts";
import { SCALE } from "./own-flags.ts";
import { readWords, refuseProblems, type Words } from "./read-words.ts";

/** Reads what follows the word `decode`. */
export const readDecode = (words: readonly string[]): DecodeCommand => {
  const read = readWords(words, "decode");
  refuseProblems(read.problems);
  return { kind: "decode", art: onlyArt(read), out: outOf(read), scale: scaleOf(read), hints: hintsOf(read) };
};

const onlyArt = ({ operands }: Words): string => {
  const [art, ...more] = operands;
  if (art === undefined) throw new UsageError("Name the art: lumiglyph decode art.json --out picture.png");
  if (more.length > 0) throw new UsageError(`Name one file of art, not ${operands.length}: ${operands.join(", ")}`);
  return art;
};

const outOf = ({ textFor }: Words): string => {
  const out = textFor("out") ?? "";
  if (out === "") throw new UsageError("Say where the picture goes: lumiglyph decode art.json --out picture.png");
  if (!/\.png$/i.test(out)) throw new UsageError("`--out` takes a name that ends in .png, which is what is written.");
  return out;
};

const scaleOf = ({ textFor, has }: Words): number | "cells" => {
  const scale = textFor("scale");
  if (has("cells")) {
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

const hintsOf = ({ textFor, has }: Words): DecodeCommand["hints"] => ({
  charset: charsetOf(textFor("charset")),
  inverted: has("invert"),
  diffused: has("dither"),
});

/** Through the service's gate, so that a wrong one is told in its words. */
const charsetOf = (value: string | undefined): Charset | undefined => {
  if (value === undefined) return undefined;
  const parsed = parse([{ name: "charset", value, origin: "query" }]);
  if ("problems" in parsed) throw new UsageError(parsed.problems.map(flagProblem).join("\n"));
  return parsed.params.charset;
};
