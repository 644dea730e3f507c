import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { programPath } from "../../support/programs.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** Arguments that run the command from the sources. */
export const LUMIGLYPH = [
  process.execPath,
  "--conditions=@lumiglyph/source",
  join(ROOT, "packages/lumiglyph/src/cli/main.ts"),
] as const;

/** An image of the project. */
export const fixture = (name: string): string => join(ROOT, "fixtures", name);

/** Creates an empty folder, removed after the test. */
export const emptyFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "lumiglyph-cli-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

type Env = { readonly [name: string]: string };

/** An environment without color settings. */
const bare = (env: Env): Env => ({ PATH: process.env["PATH"] ?? "", HOME: tmpdir(), ...env });

type Ended = {
  readonly code: number | null;
  readonly signal: string | null;
  readonly out: string;
  readonly errors: string;
};

/** A running command: its output, its input and its exit. */
export type Running = {
  readonly child: ChildProcessWithoutNullStreams;
  /** Resolves once the output contains this. */
  readonly says: (words: string | RegExp) => Promise<string>;
  readonly ended: Promise<Ended>;
};

const follow = (child: ChildProcessWithoutNullStreams): Running => {
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (piece: string) => {
    out += piece;
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const errors = text(child.stderr);
  const ended = once(child, "close").then(async ([code, signal]) => ({ code, signal, out, errors: await errors }));
  const says = async (words: string | RegExp): Promise<string> => {
    while (!(typeof words === "string" ? out.includes(words) : words.test(out))) {
      if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${out}`);
      await Promise.race([once(child.stdout, "data"), ended]);
    }
    return out;
  };
  return { child, says, ended };
};

/** Runs the command with pipes, as a script does. */
export const piped = (words: readonly string[], env: Env = {}): Running =>
  follow(spawn(LUMIGLYPH[0], [...LUMIGLYPH.slice(1), ...words], { env: bare(env) }));

type Terminal = {
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Env;
  /** Whether the command may ask the terminal what it shows. Nobody answers, unless the test does. */
  readonly isAsked?: boolean;
};

/**
 * Runs the command in a terminal of this size, made by `script` (util-linux). Writing to the
 * child's input types; the output has the terminal's own line ends.
 */
export const inTerminal = (words: readonly string[], terminal: Terminal = {}): Running => {
  const { columns = 80, rows = 24, env = {}, isAsked = false } = terminal;
  const line = [...LUMIGLYPH, ...words, ...(isAsked ? [] : ["--no-probe"])]
    .map((word) => `'${word.replaceAll("'", "'\\''")}'`)
    .join(" ");
  const command = `stty cols ${columns} rows ${rows}; exec ${line}`;
  return follow(
    spawn(programPath("script"), ["-qefc", command, "/dev/null"], { env: bare({ TERM: "xterm-256color", ...env }) }),
  );
};

/** The lines that a terminal showed, without colors. */
export const linesOf = (shown: string): readonly string[] => shown.replaceAll(SGR, "").split("\r\n").slice(0, -1);

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what an SGR sequence starts with
const SGR = /\x1b\[[0-9;]*m/g;
