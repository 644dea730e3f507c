import { statSync, watch } from "node:fs";
import { basename, dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Refusal } from "@lumiglyph/contract";
import type { DrawCommand } from "../commands/command.ts";
import { refusalInFlags } from "../commands/words.ts";
import { whenInterrupted } from "../signals.ts";
import { EXIT, FileError, type Output, type Streams, UsageError, warn } from "../streams.ts";
import { draws } from "../terminal/mosaics.ts";
import { NO_ANSWERS, type Probe, startProbe } from "../terminal/probe.ts";
import { readScreen, type TerminalScreen } from "../terminal/screen.ts";
import { createArtWriter } from "./art-writer.ts";
import type { DrawnArt } from "./draw-picture.ts";
import { type Draw, inOrder, loadDrawing } from "./parallel.ts";
import { type Found, findSources, type PictureFile, readSource } from "./sources.ts";

/** Renders every picture of a command line, and with `--watch` again whenever one changes. */
export const drawAll = async (command: DrawCommand, streams: Streams): Promise<number> => {
  const operands = command.operands.length === 0 ? standardInput(streams) : command.operands;
  // the terminal answers while pictures are found and the engine is loaded
  const probe = asksTerminal(command, streams) ? startProbe(streams.env) : NO_PROBE;
  try {
    const [found, answers, draw] = await Promise.all([findSources(operands), probe.answers, loadDrawing(command.jobs)]);
    const screen = () => readScreen(streams.stdout, streams.env, answers);
    hintAtMosaics(command, screen(), streams);
    const job: Job = { command, streams, screen, draw };
    const stamps = stampsOf(found.sources);
    const good = await drawFound(found, job, false);
    probe.close();
    if (!command.watch) return good ? EXIT.done.code : EXIT.failed.code;
    if (streams.stderr.isTTY) warn(streams.stderr, `watching ${operands.join(", ")}; Ctrl+C ends it.`);
    return await watchSources(operands, stamps, {
      stdout: streams.stdout,
      redraw: async (changed) => void (await drawFound(changed, job, true)),
    });
  } finally {
    probe.close();
  }
};

/** Options that all pictures of a command share. */
type Job = {
  readonly command: DrawCommand;
  readonly streams: Streams;
  readonly screen: () => TerminalScreen;
  readonly draw: Draw;
};

/** Whether art goes to a terminal that may be queried. */
const asksTerminal = ({ probe, out, options }: DrawCommand, { stdout }: Streams): boolean =>
  probe &&
  stdout.isTTY === true &&
  (out === null || out === "-") &&
  (options.format === undefined || options.format === "text" || options.format === "ansi");

const NO_PROBE: Probe = { answers: Promise.resolve(NO_ANSWERS), close: () => {} };

/** A terminal that leaves the cells of a mosaic to its font shows boxes or gaps. */
const hintAtMosaics = ({ options: { charset } }: DrawCommand, { name }: TerminalScreen, { stderr }: Streams): void => {
  if (charset === undefined || draws(name, charset) !== false) return;
  warn(stderr, `${name} does not draw ${charset} itself. If you see gaps or boxes, try --charset quadrants.`);
};

/** Renders all pictures and returns whether all succeeded. Failures are reported and the rest continues. */
const drawFound = async (found: Found, job: Job, redraws: boolean): Promise<boolean> => {
  const { command, streams, screen, draw } = job;
  const { stdin, stderr } = streams;
  const writer = await createArtWriter(found, command, streams, screen, redraws);
  const progress = createProgress(stderr, writer.silent ? found.sources.length : 0);
  const removeHandlers = writer.silent ? whenInterrupted(progress.clear) : () => {};
  let failures = 0;
  const fail = (sentence: string) => {
    failures++;
    progress.clear();
    warn(stderr, sentence);
  };
  for (const { message } of found.errors) fail(message);
  /** The art; null if the picture is animated and was shown already. */
  const drawSource = async (source: PictureFile): Promise<DrawnArt | null> => {
    const bytes = await bytesOf(source, command, stdin);
    return (await writer.play?.(source, bytes)) ? null : draw(bytes, writer.plan());
  };
  // motion is shown while it is rendered, so one picture at a time
  const ahead = writer.play === null ? command.jobs : 1;
  for await (const [at, source, art] of inOrder(found.sources, ahead, drawSource)) {
    progress.show(at, source.name);
    try {
      const text = await art;
      if (text !== null) await writer.write(source, text);
    } catch (error) {
      fail(messageFor(error, source));
    }
    // signal handlers run only between two pieces of work
    await new Promise(setImmediate);
  }
  progress.clear();
  removeHandlers();
  return failures === 0;
};

/** Standard input, if no operand is given. */
const standardInput = ({ stdin }: Streams): readonly string[] => {
  if (stdin.isTTY === true) throw new UsageError(NO_PICTURE);
  return ["-"];
};

const NO_PICTURE = "Name a picture: lumiglyph photo.jpg";

const bytesOf = async (source: PictureFile, command: DrawCommand, stdin: Streams["stdin"]): Promise<Uint8Array> => {
  const bytes = await readSource(source, stdin);
  if (bytes.length > 0) return bytes;
  if (command.operands.length === 0) throw new UsageError(NO_PICTURE);
  throw new FileError(`${source.name}: it is empty.`);
};

const messageFor = (error: unknown, { name }: PictureFile): string => {
  if (error instanceof FileError) return error.message;
  if (error instanceof Refusal) return `${name}: ${refusalInFlags(error)}`;
  throw error;
};

/** A progress line. */
type Progress = {
  readonly show: (done: number, name: string) => void;
  readonly clear: () => void;
};

/** Progress through several pictures, shown only on a terminal. */
export const createProgress = (stderr: Streams["stderr"], total: number): Progress => {
  if (stderr.isTTY !== true || total < 2) return { show: () => {}, clear: () => {} };
  const width = stderr.columns || 80;
  return {
    show: (done, name) => void stderr.write(`\r${progressLine(done, total, name, width)}${CLEAR_REST}`),
    clear: () => void stderr.write(`\r${CLEAR_REST}`),
  };
};

/** `[######............]  6/18 photos/koi.png`, within a terminal's width. */
export const progressLine = (done: number, total: number, name: string, width: number): string => {
  const filled = Math.floor((done / total) * BAR);
  const bar = `[${"#".repeat(filled)}${".".repeat(BAR - filled)}]`;
  const count = `${String(done).padStart(String(total).length)}/${total}`;
  return `${bar} ${count} ${name}`.slice(0, width - 1);
};

const BAR = 24;

/** ECMA-48 EL: erases to the end of the line. */
const CLEAR_REST = "\x1b[K";

type Parts = {
  readonly stdout: Output;
  /** Renders changed pictures again. */
  readonly redraw: (changed: Found) => Promise<void>;
};

/** Milliseconds to wait after a change: editors write a file in several steps. */
const SETTLE_MS = 80;

/** Fingerprints of the pictures' files, to detect changes. */
type Stamps = ReadonlyMap<string, string>;

const stampsOf = (sources: readonly PictureFile[]): Stamps =>
  new Map(sources.map((source) => [source.name, stampOf(source)]));

/**
 * Renders pictures again whenever their files differ from the given fingerprints or the terminal is resized, until the
 * process is interrupted or `redraw` throws.
 */
const watchSources = async (operands: readonly string[], before: Stamps, { stdout, redraw }: Parts): Promise<never> => {
  const stamps = new Map(before);
  // a file may have changed while it was rendered
  let due = true;
  let all = false;
  let waken = () => {};
  const wake = () => {
    due = true;
    waken();
  };
  const resized = () => {
    all = true;
    wake();
  };
  const watchers = placesOf(operands).map(({ folder, file }) =>
    watch(folder, (_, name) => void ((file === null || name === null || name === file) && wake())),
  );
  stdout.on("resize", resized);
  try {
    while (true) {
      if (!due) await new Promise<void>((resolve) => (waken = resolve));
      await sleep(SETTLE_MS);
      due = false;
      const found = await findSources(operands);
      const changed = found.sources.filter((source) => all || stamps.get(source.name) !== stampOf(source));
      all = false;
      for (const [name, stamp] of stampsOf(changed)) stamps.set(name, stamp);
      if (changed.length > 0) await redraw({ ...found, sources: changed, errors: [] });
    }
  } finally {
    for (const watcher of watchers) watcher.close();
  }
};

/** Watches a file through its folder: many editors replace the file instead of writing to it. */
const placesOf = (operands: readonly string[]): readonly { readonly folder: string; readonly file: string | null }[] =>
  operands.map((path) =>
    isFolder(path) ? { folder: path, file: null } : { folder: dirname(path), file: basename(path) },
  );

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** A fingerprint of a file; empty if it does not exist. */
const stampOf = ({ path }: PictureFile): string => {
  const stats = path === null ? undefined : statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? "" : `${stats.mtimeMs} ${stats.size} ${stats.ino}`;
};
