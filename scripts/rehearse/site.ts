import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Network, networkHere } from "./network.ts";

/** The Debian that images and machines of a rehearsal are. */
export const SUITE = "bookworm";

/** Where a rehearsal works, and how. */
export type Site = {
  /** For what this rehearsal makes; it goes with it. */
  readonly folder: string;
  /** For what the next one may use again. */
  readonly cache: string;
  readonly network: Network;
  /** Runs a program to its end; what it says goes into the log, and into the error where it fails. */
  readonly run: (words: readonly string[], cwd?: string) => void;
  /** Runs a program to its end, before everyone's eyes. */
  readonly show: (words: readonly string[]) => void;
  /** What a program prints. */
  readonly ask: (words: readonly string[]) => string;
  /** Does something, and tells how long it took. */
  readonly timed: <Value>(name: string, work: () => Value) => Value;
};

/** A site in a folder, with a log there. */
export const createSite = (folder: string, cache: string): Site => {
  const log = join(folder, "log");
  mkdirSync(cache, { recursive: true });
  const run = (words: readonly string[], cwd = folder): void => runLogged(log, words, cwd);
  return { folder, cache, network: networkHere(SUITE), run, show, ask, timed };
};

const runLogged = (log: string, [program, ...words]: readonly string[], cwd: string): void => {
  const started = readFileSync(log, { encoding: "utf8", flag: "a+" }).length;
  const output = openSync(log, "a");
  const { status, signal, error } = spawnSync(program!, words, { cwd, stdio: ["ignore", output, output] });
  closeSync(output);
  if (status === 0) return;
  const told = readFileSync(log, "utf8").slice(started).split("\n").slice(-LINES_TOLD).join("\n");
  throw new Error(`${program} ${words.join(" ")} ended with ${error ?? signal ?? status}:\n${told}`);
};

const show = ([program, ...words]: readonly string[]): void => {
  const { status, signal } = spawnSync(program!, words, { stdio: "inherit" });
  if (status !== 0) throw new Error(`${program} ended with ${signal ?? status}.`);
};

const ask = ([program, ...words]: readonly string[]): string => spawnSync(program!, words, { encoding: "utf8" }).stdout;

const timed = <Value>(name: string, work: () => Value): Value => {
  const started = performance.now();
  const value = work();
  console.log(`${seconds(performance.now() - started).padStart(9)}  ${name.slice(0, NAME_WIDTH)}`);
  return value;
};

/** Milliseconds as seconds to read. */
export const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

const NAME_WIDTH = 110;
const LINES_TOLD = 40;
