import { readFileSync } from "node:fs";
import { basename, extname, resolve } from "node:path";
import { type Charset, nearestName, parse, type RenderOptions, VERSION } from "@lumiglyph/contract";
import type {
  CalibrateCommand,
  Command,
  DecodeCommand,
  DrawCommand,
  McpCommand,
  PrintCommand,
  ServeCommand,
  SignCommand,
} from "./commands/command.ts";
import {
  COMMAND_NAMES,
  COMPLETE,
  type CommandName,
  commandRow,
  flagsOf,
  isCommandName,
  SHELLS,
} from "./commands/commands.ts";
import { FONT_SIZE, JOBS, LINE_HEIGHT, PLAYS, SCALE } from "./commands/own-flags.ts";
import { type Arguments, parseArguments, refuseOperands, refuseProblems } from "./commands/parse-arguments.ts";
import { problemInFlags } from "./commands/words.ts";
import { UsageError } from "./streams.ts";
import { readScreen } from "./terminal/screen.ts";

/** Parses the arguments of `decode`. */
const readDecode = (args: readonly string[]): DecodeCommand => {
  const read = parseArguments(args, "decode");
  refuseProblems(read.problems);
  return { kind: "decode", art: onlyArt(read), out: outOf(read), scale: scaleOf(read), hints: hintsOf(read) };
};

const onlyArt = ({ operands }: Arguments): string => {
  const [art, ...more] = operands;
  if (art === undefined) throw new UsageError("Name the art: lumiglyph decode art.json --out picture.png");
  if (more.length > 0) throw new UsageError(`Name one file of art, not ${operands.length}: ${operands.join(", ")}`);
  return art;
};

const outOf = ({ textFor }: Arguments): string => {
  const out = textFor("out") ?? "";
  if (out === "") throw new UsageError("Say where the picture goes: lumiglyph decode art.json --out picture.png");
  if (!/\.png$/i.test(out)) throw new UsageError("`--out` takes a file name that ends in .png.");
  return out;
};

const scaleOf = ({ textFor, has }: Arguments): number | "cells" => {
  const scale = textFor("scale");
  if (has("cells")) {
    if (scale === undefined) return "cells";
    throw new UsageError(exclusive("cells", "scale"));
  }
  if (scale === undefined) return SCALE.default;
  const pixels = /^[0-9]{1,3}$/.test(scale) ? Number(scale) : 0;
  if (pixels >= SCALE.least && pixels <= SCALE.most) return pixels;
  throw new UsageError(`\`--scale\` takes an integer from ${SCALE.least} to ${SCALE.most}: the pixels per cell width.`);
};

const exclusive = (one: string, other: string): string =>
  `\`--${one}\` and \`--${other}\` exclude each other: give one of them.`;

const hintsOf = ({ textFor, has }: Arguments): DecodeCommand["hints"] => ({
  charset: charsetOf(textFor("charset")),
  background: has("light") ? "light" : "dark",
  inverted: has("invert"),
  diffused: has("dither"),
});

/** Uses the service's parser, so that errors have the same wording. */
const charsetOf = (value: string | undefined): Charset | undefined => {
  if (value === undefined) return undefined;
  const parsed = parse([{ name: "charset", value, origin: "query" }]);
  if ("problems" in parsed) throw new UsageError(parsed.problems.map(problemInFlags).join("\n"));
  return parsed.options.charset;
};

/** Parses the arguments of `calibrate`. */
const readCalibrate = (args: readonly string[]): CalibrateCommand => {
  const { operands, problems, textFor } = parseArguments(args, "calibrate");
  refuseProblems(problems);
  const [font, ...more] = operands;
  if (font === undefined || more.length > 0) throw new UsageError("Name one font: lumiglyph calibrate MyFont.ttf");
  const out = textFor("out") ?? `${basename(font, extname(font))}.json`;
  if (out === "") throw new UsageError("Say where the profile goes: lumiglyph calibrate MyFont.ttf --out MyFont.json");
  if (resolve(out) === resolve(font)) throw new UsageError(`${out} is the font. Name another place with --out.`);
  const numberFor = (flag: "size" | "line-height", { least, most }: { least: number; most: number }) => {
    const text = textFor(flag);
    const number = text === "" ? Number.NaN : Number(text);
    if (text === undefined || (number >= least && number <= most)) return text === undefined ? undefined : number;
    throw new UsageError(`\`--${flag}\` takes a number from ${least} to ${most}.`);
  };
  return {
    kind: "calibrate",
    font,
    out,
    size: numberFor("size", FONT_SIZE),
    lineHeight: numberFor("line-height", LINE_HEIGHT),
  };
};

/** Parses the arguments of `sign`. */
const readSign = (args: readonly string[]): SignCommand => {
  const { operands, problems, textFor } = parseArguments(args, "sign");
  refuseProblems(problems);
  const [address, ...more] = operands;
  if (address === undefined || more.length > 0 || !/^https?:\/\//.test(address) || !URL.canParse(address))
    throw new UsageError("Name one address: lumiglyph sign 'https://art.example/api/v1/render?imageUrl=…'");
  const lasts = textFor("lasts") ?? null;
  if (lasts !== null && !/^[1-9][0-9]{0,9}$/.test(lasts))
    throw new UsageError("`--lasts` takes whole seconds, like 3600.");
  return { kind: "sign", address, lasts: lasts === null ? null : Number(lasts) };
};

/** Parses the arguments of `help`: nothing, a command, or a flag with or without dashes. */
const readHelp = (args: readonly string[]): PrintCommand => {
  const [topic, ...more] = args;
  if (topic === undefined) return showHelp(null);
  if (more.length > 0) throw new UsageError("Name one command or one flag: lumiglyph help columns");
  if (isCommandName(topic)) return showHelp(topic);
  const name = topic.replace(/^--?(?:no-)?/, "");
  const command = WITH_FLAGS.find((word) => Object.hasOwn(flagsOf(commandRow(word)), name));
  if (command === undefined) throw new UsageError(`There is no help on \`${topic}\`.${advice(topic)}`);
  return {
    kind: "print",
    text: async () => (await import("./help/pages.ts")).flagPage(name, commandRow(command)),
  };
};

/** Help for a command, or the overview. */
const showHelp = (command: CommandName | null): PrintCommand => ({
  kind: "print",
  text: async ({ stdout, env }) => {
    const { commandHelp, overview } = await import("./help/pages.ts");
    const bold = readScreen(stdout, env).colors !== "none";
    return command === null ? overview(bold) : commandHelp(commandRow(command), bold);
  },
});

/** Rendering first: a flag that several commands have is explained there. */
const WITH_FLAGS = [null, ...COMMAND_NAMES] as const;

const advice = (topic: string): string => {
  const known = [...COMMAND_NAMES, ...WITH_FLAGS.flatMap((word) => Object.keys(flagsOf(commandRow(word))))];
  const near = nearestName(topic, known);
  return near === null ? "" : ` Did you mean \`${near}\`?`;
};

/** Parses the arguments of `serve`. */
const readServe = (args: readonly string[]): ServeCommand => {
  const { operands, problems, textFor } = parseArguments(args, "serve");
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
const readCompletion = (args: readonly string[]): PrintCommand => {
  const { operands, problems } = parseArguments(args, "completion");
  refuseProblems(problems);
  const shell = SHELLS.find((name) => name === operands[0]);
  if (shell === undefined || operands.length > 1) {
    throw new UsageError(`Name a shell, one of ${SHELLS.join(", ")}: lumiglyph completion ${SHELLS[0]}`);
  }
  return { kind: "print", text: async () => (await import("./completion/scripts.ts")).SCRIPTS[shell] };
};

/** Parses the arguments of `mcp`: nothing, or `--root DIR`. */
const readMcp = (args: readonly string[]): McpCommand => {
  const { operands, problems, textFor } = parseArguments(args, "mcp");
  refuseProblems(problems);
  refuseOperands("mcp", operands);
  const root = textFor("root") ?? null;
  if (root === "") throw new UsageError("Name one folder: lumiglyph mcp --root pictures");
  return { kind: "mcp", root };
};

/** Parses a command line. Every parameter is a flag in kebab-case, validated by the same parser as the service's. */
export const readCommand = (args: readonly string[]): Command => {
  const [first, ...rest] = args;
  // internal: called by the shells' scripts with unfinished words
  if (first === COMPLETE) return completing(rest);
  const command = isCommandName(first) ? first : null;
  if (asksFor(args, "help")) return showHelp(command);
  if (asksFor(args, "version")) return { kind: "print", text: versionLine };
  return command === null ? readDraw(args) : READERS[command](rest);
};

const READERS: { readonly [Word in CommandName]: (args: readonly string[]) => Command } = {
  decode: readDecode,
  calibrate: readCalibrate,
  sign: readSign,
  serve: readServe,
  mcp: readMcp,
  completion: readCompletion,
  help: readHelp,
};

/** Whether help or the version is requested anywhere before `--`. */
const asksFor = (args: readonly string[], what: "help" | "version"): boolean => {
  const end = args.indexOf("--");
  const flags = end < 0 ? args : args.slice(0, end);
  return flags.includes(`--${what}`) || flags.includes(`-${what.charAt(0)}`);
};

const completing = (args: readonly string[]): Command => ({
  kind: "print",
  text: async () => (await import("./completion/candidates.ts")).candidateLines(args),
});

/** Parses a rendering command line. Reports everything that is wrong with its flags at once. */
const readDraw = (args: readonly string[]): DrawCommand => {
  const { operands, fields, problems, textFor, has } = parseArguments(args, null);
  const parsed = parse(fields);
  refuseProblems([...problems, ...("problems" in parsed ? parsed.problems.map(problemInFlags) : [])]);
  const options = colored("options" in parsed ? parsed.options : {}, textFor("colors"));
  const out = textFor("out") ?? null;
  if (out === "") throw new UsageError("Say where the art goes: lumiglyph photo.jpg --out photo.html");
  const watch = has("watch");
  if (watch && (operands.length === 0 || operands.includes("-"))) {
    throw new UsageError("`--watch` needs a file to watch: lumiglyph photo.jpg --watch");
  }
  const fontProfile = textFor("font-profile") ?? null;
  if (fontProfile === "") throw new UsageError("Name the profile: lumiglyph photo.jpg --font-profile MyFont.json");
  if (fontProfile !== null && options.font !== undefined) throw new UsageError(exclusive("font", "font-profile"));
  const blocks = has("blocks");
  if (blocks && options.charset !== undefined) throw new UsageError(exclusive("blocks", "charset"));
  if (blocks && options.characters !== undefined) throw new UsageError(exclusive("blocks", "characters"));
  return {
    kind: "draw",
    ...{ operands, options, out, blocks, watch, fontProfile },
    fit: fitOf(textFor("fit")),
    center: has("center"),
    probe: has("probe", true),
    animate: has("animate", true),
    plays: countOf("loop", textFor("loop"), PLAYS),
    jobs: countOf("jobs", textFor("jobs"), JOBS) ?? JOBS.least,
  };
};

/**
 * A palette implies color, and `--colors none` implies none; an explicit `--color` takes
 * precedence.
 */
const colored = (options: RenderOptions, colors: string | undefined): RenderOptions => {
  if (colors === undefined || colors === "auto") return options;
  return { color: colors !== "none", ...options };
};

const fitOf = (value = "screen"): DrawCommand["fit"] => {
  if (value === "screen" || value === "width") return value;
  throw new UsageError("`--fit` takes screen or width.");
};

const countOf = (flag: string, value: string | undefined, { least, most }: Range): number | null => {
  if (value === undefined) return null;
  const count = /^[0-9]{1,6}$/.test(value) ? Number(value) : Number.NaN;
  if (count >= least && count <= most) return count;
  throw new UsageError(`\`--${flag}\` takes an integer from ${least} to ${most}.`);
};

type Range = { readonly least: number; readonly most: number };

/** The text of `lumiglyph --version`: this package's version, and that of the interface. */
const versionLine = (): string => `lumiglyph ${packageVersion()} (interface ${VERSION})\n`;

const packageVersion = (): string => {
  const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  return manifest.version;
};
