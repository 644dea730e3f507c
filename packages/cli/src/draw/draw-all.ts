import { statSync, watch } from "node:fs";
import { basename, dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Refusal } from "@lumiglyph/contract";
import { EXIT, FileTrouble, type Output, type Streams, tell, UsageError } from "../streams.ts";
import type { DrawCommand } from "../words/command.ts";
import { refusalInFlags } from "../words/flag-problem.ts";
import { createDelivery } from "./delivery.ts";
import { drawPicture } from "./draw-picture.ts";
import { type Found, findSources, readSource, type Source } from "./sources.ts";

/** Draws every picture that a command line names, and with `--watch` again whenever one changes. */
export const drawAll = async (command: DrawCommand, streams: Streams): Promise<number> => {
  const operands = command.operands.length === 0 ? pipedIn(streams) : command.operands;
  const found = await findSources(operands);
  const stamps = stampsOf(found.sources);
  const good = await drawFound(found, command, streams);
  if (!command.watch) return good ? EXIT.done.code : EXIT.failed.code;
  if (streams.stderr.isTTY) tell(streams.stderr, `watching ${operands.join(", ")}; Ctrl+C ends it.`);
  return watchSources(operands, stamps, {
    stdout: streams.stdout,
    redraw: async (changed) => void (await drawFound(changed, command, streams, true)),
  });
};

/** Whether all were drawn. What cannot be drawn is told, and the rest goes on. */
const drawFound = async (found: Found, command: DrawCommand, streams: Streams, again = false): Promise<boolean> => {
  const { stdin, stderr } = streams;
  const delivery = await createDelivery(found, command, streams, again);
  const progress = createProgress(stderr, delivery.silent ? found.sources.length : 0);
  const heed = delivery.silent ? whenInterrupted(progress.clear) : () => {};
  let failures = 0;
  const fail = (sentence: string) => {
    failures++;
    progress.clear();
    tell(stderr, sentence);
  };
  for (const { message } of found.troubles) fail(message);
  for (const [at, source] of found.sources.entries()) {
    progress.show(at, source.name);
    try {
      await delivery.deliver(source, await drawPicture(await bytesOf(source, command, stdin), delivery.manner()));
    } catch (error) {
      fail(sentenceFor(error, source));
    }
    // a handler of signals is heard only between two pieces of work
    await new Promise(setImmediate);
  }
  progress.clear();
  heed();
  return failures === 0;
};

/** What is piped in, where nothing is named. */
const pipedIn = ({ stdin }: Streams): readonly string[] => {
  if (stdin.isTTY === true) throw new UsageError(NAME_ONE);
  return ["-"];
};

const NAME_ONE = "Name a picture: lumiglyph photo.jpg";

const bytesOf = async (source: Source, command: DrawCommand, stdin: Streams["stdin"]): Promise<Uint8Array> => {
  const bytes = await readSource(source, stdin);
  if (bytes.length > 0) return bytes;
  if (command.operands.length === 0) throw new UsageError(NAME_ONE);
  throw new FileTrouble(`${source.name}: it is empty.`);
};

const sentenceFor = (error: unknown, { name }: Source): string => {
  if (error instanceof FileTrouble) return error.message;
  if (error instanceof Refusal) return `${name}: ${refusalInFlags(error)}`;
  throw error;
};

/**
 * Tidies up when the process is told to end, then lets the signal do what it does: whoever started the command sees that it
 * was interrupted. Between two pieces of work, never within one. Gives what ends the listening.
 */
const whenInterrupted = (tidy: () => void): (() => void) => {
  const heard = (signal: NodeJS.Signals): void => {
    forget();
    tidy();
    process.kill(process.pid, signal);
  };
  const forget = () => {
    for (const signal of SIGNALS) process.off(signal, heard);
  };
  for (const signal of SIGNALS) process.on(signal, heard);
  return forget;
};

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** A line that tells how far a long work has come. */
type Progress = {
  readonly show: (done: number, name: string) => void;
  readonly clear: () => void;
};

/** Progress through so many pictures, where whoever started the command looks at a terminal and there is something to wait for. */
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

/** ECMA-48 EL: erases from the cursor to the end of the line. */
const CLEAR_REST = "\x1b[K";

type Parts = {
  readonly stdout: Output;
  /** Draws what has changed. */
  readonly redraw: (changed: Found) => Promise<void>;
};

/** Milliseconds that a change is waited for to be whole: editors write a file in several steps. */
const SETTLE_MS = 80;

/** What the files of pictures were like at a time; another one tells whether they have changed since. */
type Stamps = ReadonlyMap<string, string>;

const stampsOf = (sources: readonly Source[]): Stamps =>
  new Map(sources.map((source) => [source.name, stampOf(source)]));

/**
 * Draws pictures again whenever their files differ from what they were like before the first drawing, or the terminal's size
 * changes, until the process is told to end or `redraw` throws.
 */
const watchSources = async (operands: readonly string[], before: Stamps, { stdout, redraw }: Parts): Promise<never> => {
  const stamps = new Map(before);
  // a file may have changed while it was drawn
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
      if (changed.length > 0) await redraw({ ...found, sources: changed, troubles: [] });
    }
  } finally {
    for (const watcher of watchers) watcher.close();
  }
};

/** A file is watched from its folder: many editors put a new file in the place of the old one. */
const placesOf = (operands: readonly string[]): readonly { readonly folder: string; readonly file: string | null }[] =>
  operands.map((path) =>
    isFolder(path) ? { folder: path, file: null } : { folder: dirname(path), file: basename(path) },
  );

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Changes when a file does; empty while it is not there. */
const stampOf = ({ path }: Source): string => {
  const stats = path === null ? undefined : statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? "" : `${stats.mtimeMs} ${stats.size} ${stats.ino}`;
};
