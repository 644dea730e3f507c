import { statSync, watch } from "node:fs";
import { basename, dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Refusal } from "@lumiglyph/contract";
import { type DrawCommand, refusalInFlags } from "../commands/command.ts";
import { EXIT, FileError, type Output, type Streams, UsageError, warn } from "../streams.ts";
import { createArtWriter } from "./art-writer.ts";
import { drawPicture } from "./draw-picture.ts";
import { type Found, findSources, readSource, type Source } from "./sources.ts";

/** Renders every picture of a command line, and with `--watch` again whenever one changes. */
export const drawAll = async (command: DrawCommand, streams: Streams): Promise<number> => {
  const operands = command.operands.length === 0 ? standardInput(streams) : command.operands;
  const found = await findSources(operands);
  const stamps = stampsOf(found.sources);
  const good = await drawFound(found, command, streams);
  if (!command.watch) return good ? EXIT.done.code : EXIT.failed.code;
  if (streams.stderr.isTTY) warn(streams.stderr, `watching ${operands.join(", ")}; Ctrl+C ends it.`);
  return watchSources(operands, stamps, {
    stdout: streams.stdout,
    redraw: async (changed) => void (await drawFound(changed, command, streams, true)),
  });
};

/** Renders all pictures and returns whether all succeeded. Failures are reported and the rest continues. */
const drawFound = async (found: Found, command: DrawCommand, streams: Streams, redraws = false): Promise<boolean> => {
  const { stdin, stderr } = streams;
  const writer = await createArtWriter(found, command, streams, redraws);
  const progress = createProgress(stderr, writer.silent ? found.sources.length : 0);
  const removeHandlers = writer.silent ? whenInterrupted(progress.clear) : () => {};
  let failures = 0;
  const fail = (sentence: string) => {
    failures++;
    progress.clear();
    warn(stderr, sentence);
  };
  for (const { message } of found.errors) fail(message);
  for (const [at, source] of found.sources.entries()) {
    progress.show(at, source.name);
    try {
      await writer.write(source, await drawPicture(await bytesOf(source, command, stdin), writer.plan()));
    } catch (error) {
      fail(messageFor(error, source));
    }
    // signal handlers only run between two pieces of work
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

const bytesOf = async (source: Source, command: DrawCommand, stdin: Streams["stdin"]): Promise<Uint8Array> => {
  const bytes = await readSource(source, stdin);
  if (bytes.length > 0) return bytes;
  if (command.operands.length === 0) throw new UsageError(NO_PICTURE);
  throw new FileError(`${source.name}: it is empty.`);
};

const messageFor = (error: unknown, { name }: Source): string => {
  if (error instanceof FileError) return error.message;
  if (error instanceof Refusal) return `${name}: ${refusalInFlags(error)}`;
  throw error;
};

/**
 * Cleans up on a signal between two pieces of work, then raises it again, so that the caller sees that the command was
 * interrupted. Returns a function that removes the handlers.
 */
const whenInterrupted = (tidy: () => void): (() => void) => {
  const onSignal = (signal: NodeJS.Signals): void => {
    removeHandlers();
    tidy();
    process.kill(process.pid, signal);
  };
  const removeHandlers = () => {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return removeHandlers;
};

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

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
  /** Renders what has changed. */
  readonly redraw: (changed: Found) => Promise<void>;
};

/** Milliseconds to wait after a change: editors write a file in several steps. */
const SETTLE_MS = 80;

/** Fingerprints of the pictures' files, to detect changes. */
type Stamps = ReadonlyMap<string, string>;

const stampsOf = (sources: readonly Source[]): Stamps =>
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
const stampOf = ({ path }: Source): string => {
  const stats = path === null ? undefined : statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? "" : `${stats.mtimeMs} ${stats.size} ${stats.ino}`;
};
