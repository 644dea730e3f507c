import { openSync, readFileSync, writeSync } from "node:fs";
import { ReadStream } from "node:tty";
import { whenInterrupted } from "../signals.ts";
import type { Environment } from "../streams.ts";

/** A terminal's answers; null where it gave none. */
export type Answers = {
  /** Width of a character cell divided by its height. */
  readonly cellAspect: number | null;
  readonly background: "dark" | "light" | null;
  /** Its name and version: `kitty(0.42.1)`. */
  readonly name: string | null;
  /** Whether it keeps a 24-bit color exactly. */
  readonly truecolor: boolean;
};

/** Questions to a terminal, and its answers. */
export type Probe = {
  /** Resolves when all answers have arrived, or after `PROBE_MS`. */
  readonly answers: Promise<Answers>;
  /**
   * Restores the terminal, as a complete answer does. Late answers that arrive before are not
   * shown.
   */
  readonly close: () => void;
};

/** The longest wait for answers, in milliseconds. A terminal on this machine needs one or two. */
const PROBE_MS = 150;

export const NO_ANSWERS: Answers = { cellAspect: null, background: null, name: null, truecolor: false };

/**
 * Asks the controlling terminal for its cell size, background, name and colors in one write. The
 * last question (DA1) is answered by every terminal, so its answer means that no other will follow.
 */
export const startProbe = (env: Environment): Probe => {
  const terminal = canBeAsked(env) ? openTerminal() : null;
  if (terminal === null) return { answers: Promise.resolve(NO_ANSWERS), close: () => {} };
  let heard = "";
  const { promise, resolve } = Promise.withResolvers<Answers>();
  // loading the engine may take longer than the limit: read the answers that have arrived first
  const timer = setTimeout(() => setImmediate(() => resolve(answersIn(heard))), PROBE_MS);
  const removeHandlers = whenInterrupted(() => close());
  const close = (): void => {
    clearTimeout(timer);
    removeHandlers();
    terminal.close();
  };
  terminal.input.on("data", (bytes: Buffer) => {
    // without signals from the keyboard, Ctrl+C is a byte
    if (bytes.includes(0x03)) process.kill(process.pid, "SIGINT");
    heard += bytes.toString("latin1");
    if (!LAST_ANSWER.test(heard)) return;
    close();
    resolve(answersIn(heard));
  });
  terminal.ask(QUESTIONS);
  return { answers: promise, close };
};

/** XTVERSION, cell size (XTWINOPS 16), background (OSC 11), a color set and asked for (DECRQSS SGR), and DA1. */
const QUESTIONS = "\x1b[>0q" + "\x1b[16t" + "\x1b]11;?\x1b\\" + "\x1b[48;2;1;2;3m\x1bP$qm\x1b\\\x1b[49m" + "\x1b[c";

/* biome-ignore-start lint/suspicious/noControlCharactersInRegex: answers start with the escape character */
const LAST_ANSWER = /\x1b\[\?[\d;]*c/;
const NAME = /\x1bP>\|([ -~]{1,64})\x1b\\/;
const CELL = /\x1b\[6;(\d{1,4});(\d{1,4})t/;
const BACKGROUND = /\x1b\]11;rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})/i;
const COLOR = /\x1bP1\$r[\d;:]*48[:;]2[:;]+1[:;]2[:;]3/;
/* biome-ignore-end lint/suspicious/noControlCharactersInRegex: end */

/** Parses a terminal's answers. */
export const answersIn = (heard: string): Answers => {
  const [, height = "0", width = "0"] = CELL.exec(heard) ?? [];
  const background = BACKGROUND.exec(heard);
  return {
    cellAspect: aspectOf(Number(width), Number(height)),
    background: background === null ? null : isLight(background.slice(1)) ? "light" : "dark",
    name: NAME.exec(heard)?.[1] ?? null,
    truecolor: COLOR.test(heard),
  };
};

/** Rounded, so that the same font at another zoom gives the same art. */
const aspectOf = (width: number, height: number): number | null => {
  const aspect = Math.round((50 * width) / height) / 50;
  return aspect >= 0.3 && aspect <= 1 ? aspect : null;
};

/**
 * Whether a background is nearer to white than to black, by its luma. Each channel has one to four
 * digits.
 */
const isLight = (channels: readonly string[]): boolean => {
  const [red = 0, green = 0, blue = 0] = channels.map(
    (digits) => Number.parseInt(digits, 16) / (16 ** digits.length - 1),
  );
  return 0.299 * red + 0.587 * green + 0.114 * blue > 0.5;
};

/** Consoles that print unknown sequences, or do not answer. */
const SILENT = /^(?:$|dumb|linux|cons25|vt\d|ansi|cygwin|emacs|eterm)/;

const canBeAsked = (env: Environment): boolean =>
  process.platform !== "win32" &&
  !SILENT.test(env["TERM"] ?? "") &&
  env["TERM_PROGRAM"] !== "Apple_Terminal" &&
  isInForeground();

/** A job in the background is stopped when it changes the terminal's mode. */
const isInForeground = (): boolean => {
  try {
    // proc(5): after the name in parentheses come state, parent, group, session, terminal and the terminal's group
    const fields = readFileSync("/proc/self/stat", "latin1").split(") ").at(-1)!.split(" ");
    return fields[2] === fields[5];
  } catch {
    return true;
  }
};

type Terminal = { readonly input: ReadStream; readonly ask: (text: string) => void; readonly close: () => void };

/** Opens the controlling terminal, whatever the standard streams are, without echo. Null if there is none. */
const openTerminal = (): Terminal | null => {
  try {
    const file = openSync("/dev/tty", "r+");
    const input = new ReadStream(file);
    input.setRawMode(true);
    input.on("error", () => {});
    return {
      input,
      ask: (text) => void writeSync(file, text),
      close() {
        if (input.destroyed) return;
        input.setRawMode(false);
        input.destroy();
      },
    };
  } catch {
    return null;
  }
};
