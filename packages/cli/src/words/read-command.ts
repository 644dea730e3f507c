import { type Charset, nearestName, parse } from "@lumiglyph/contract";
import { UsageError } from "../streams.ts";
import { readScreen } from "../terminal/screen.ts";
import { versionLine } from "../version.ts";
import type { Command, DecodeCommand, DrawCommand, McpCommand, PrintCommand, ServeCommand } from "./command.ts";
import { COMMAND_WORDS, COMPLETE, type CommandWord, commandRow, flagsOf, isCommandWord, SHELLS } from "./commands.ts";
import { flagProblem } from "./flag-problem.ts";
import { SCALE } from "./own-flags.ts";
import { readWords, refuseOperands, refuseProblems, type Words } from "./read-words.ts";

/** Parses the arguments of `decode`. */
const readDecode = (words: readonly string[]): DecodeCommand => {
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

/** Uses the service's parser, so that errors have the same wording. */
const charsetOf = (value: string | undefined): Charset | undefined => {
  if (value === undefined) return undefined;
  const parsed = parse([{ name: "charset", value, origin: "query" }]);
  if ("problems" in parsed) throw new UsageError(parsed.problems.map(flagProblem).join("\n"));
  return parsed.options.charset;
};

/** Parses the arguments of `help`: nothing, a command, or a flag with or without dashes. */
const readHelp = (words: readonly string[]): PrintCommand => {
  const [topic, ...more] = words;
  if (topic === undefined) return showHelp(null);
  if (more.length > 0) throw new UsageError("Name one command or one flag: lumiglyph help columns");
  if (isCommandWord(topic)) return showHelp(topic);
  const name = topic.replace(/^--?(?:no-)?/, "");
  const command = WITH_FLAGS.find((word) => Object.hasOwn(flagsOf(commandRow(word)), name));
  if (command === undefined) throw new UsageError(`There is no help on \`${topic}\`.${advice(topic)}`);
  return {
    kind: "print",
    text: async () => (await import("../help/flag-page.ts")).flagPage(name, commandRow(command)),
  };
};

/** Help for a command, or the overview. */
const showHelp = (command: CommandWord | null): PrintCommand => ({
  kind: "print",
  text: async ({ stdout, env }) => {
    const { commandHelp, overview } = await import("../help/pages.ts");
    const bold = readScreen(stdout, env).depth > 1;
    return command === null ? overview(bold) : commandHelp(commandRow(command), bold);
  },
});

/** Rendering first: a flag that several commands have is explained there. */
const WITH_FLAGS = [null, ...COMMAND_WORDS] as const;

const advice = (topic: string): string => {
  const known = [...COMMAND_WORDS, ...WITH_FLAGS.flatMap((word) => Object.keys(flagsOf(commandRow(word))))];
  const near = nearestName(topic, known);
  return near === null ? "" : ` Did you mean \`${near}\`?`;
};

/** Parses the arguments of `serve`. */
const readServe = (words: readonly string[]): ServeCommand => {
  const { operands, problems, textFor } = readWords(words, "serve");
  refuseProblems(problems);
  refuseOperands("serve", operands);
  const { port = null, host = null } = { port: textFor("port"), host: textFor("host") };
  if (port !== null && !isPort(port)) {
    throw new UsageError("`--port` takes an integer from 0 to 65535; 0 is any free one.");
  }
  if (host === "") throw new UsageError("Name an address: lumiglyph serve --host 0.0.0.0");
  return { kind: "serve", port, host };
};

const isPort = (text: string): boolean => /^[0-9]{1,5}$/.test(text) && Number(text) <= 65_535;

/** Parses the arguments of `completion`: the name of a shell. */
const readCompletion = (words: readonly string[]): PrintCommand => {
  const { operands, problems } = readWords(words, "completion");
  refuseProblems(problems);
  const shell = SHELLS.find((name) => name === operands[0]);
  if (shell === undefined || operands.length > 1) {
    throw new UsageError(`Name a shell, one of ${SHELLS.join(", ")}: lumiglyph completion ${SHELLS[0]}`);
  }
  return { kind: "print", text: async () => (await import("../completion/scripts.ts")).SCRIPTS[shell] };
};

/** Parses the arguments of `mcp`: nothing, or `--root DIR`. */
const readMcp = (words: readonly string[]): McpCommand => {
  const { operands, problems, textFor } = readWords(words, "mcp");
  refuseProblems(problems);
  refuseOperands("mcp", operands);
  const root = textFor("root") ?? null;
  if (root === "") throw new UsageError("Name one folder: lumiglyph mcp --root pictures");
  return { kind: "mcp", root };
};

/** Parses a command line. Every parameter is a flag in kebab-case, validated by the same parser as the service's. */
export const readCommand = (words: readonly string[]): Command => {
  const [first, ...rest] = words;
  // internal: called by the shells' scripts with unfinished words
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

/** Whether help or the version is requested anywhere before `--`. */
const asksFor = (words: readonly string[], what: "help" | "version"): boolean => {
  const end = words.indexOf("--");
  const flags = end < 0 ? words : words.slice(0, end);
  return flags.includes(`--${what}`) || flags.includes(`-${what.charAt(0)}`);
};

const completing = (words: readonly string[]): Command => ({
  kind: "print",
  text: async () => (await import("../completion/candidates.ts")).candidateLines(words),
});

/** Parses a rendering command line. Reports everything that is wrong with its flags at once. */
const readDraw = (words: readonly string[]): DrawCommand => {
  const { operands, fields, problems, textFor, has } = readWords(words, null);
  const parsed = parse(fields);
  refuseProblems([...problems, ...("problems" in parsed ? parsed.problems.map(flagProblem) : [])]);
  const options = "options" in parsed ? parsed.options : {};
  const out = textFor("out") ?? null;
  if (out === "") throw new UsageError("Say where the art goes: lumiglyph photo.jpg --out photo.html");
  const watch = has("watch");
  if (watch && (operands.length === 0 || operands.includes("-"))) {
    throw new UsageError("`--watch` needs a file to watch: lumiglyph photo.jpg --watch");
  }
  return { kind: "draw", operands, options, out, watch };
};
