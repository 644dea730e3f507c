import { statSync, watch } from "node:fs";
import { basename, dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Output } from "../streams.ts";
import { type Found, findSources, type Source } from "./sources.ts";

type Parts = {
  readonly stdout: Output;
  /** Draws what has changed. */
  readonly redraw: (changed: Found) => Promise<void>;
};

/** Milliseconds that a change is waited for to be whole: editors write a file in several steps. */
const SETTLE_MS = 80;

/** What the files of pictures were like at a time; another one tells whether they have changed since. */
export type Stamps = ReadonlyMap<string, string>;

export const stampsOf = (sources: readonly Source[]): Stamps =>
  new Map(sources.map((source) => [source.name, stampOf(source)]));

/**
 * Draws pictures again whenever their files differ from what they were like before the first drawing, or the terminal's size
 * changes, until the process is told to end or `redraw` throws.
 */
export const watchSources = async (
  operands: readonly string[],
  before: Stamps,
  { stdout, redraw }: Parts,
): Promise<never> => {
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
