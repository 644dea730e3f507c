import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Scores } from "../judge/scores.ts";
import type { Times } from "../measure.ts";

/** The figures that tools are compared by. */
export const COMPARED = [
  "ssim_full",
  "ssim_half",
  "edgef1",
  "strokes",
  "calm",
] as const satisfies readonly (keyof Scores)[];

export type ComparedScores = { readonly [Name in (typeof COMPARED)[number]]: number };

/** How a tool did with one of its settings. */
export type ComparisonRow = {
  readonly tool: string;
  readonly version: string;
  readonly setting: string;
  /** Whether it draws with the characters of ASCII alone. */
  readonly ascii: boolean;
  /** The command line, as a reader would type it. */
  readonly command: string;
  /** Means over the pictures. */
  readonly scores: ComparedScores;
  readonly pictures: { readonly [file: string]: ComparedScores };
  /** Milliseconds for a picture, the program's start included, and that as a multiple of ours; null where it was not timed. */
  readonly times: (Times & { readonly ratio: number }) | null;
};

/** A comparison of tools on the project's own pictures, kept beside the benches. */
export type Comparison = {
  readonly date: string;
  readonly machine: string;
  readonly font: string;
  readonly columns: number;
  /** Milliseconds that Node takes to start and do nothing. */
  readonly nodeStart: Times | null;
  /** Milliseconds that our command takes for each picture after the first. */
  readonly nextPicture: number | null;
  readonly rows: readonly ComparisonRow[];
};

const FILE = join(import.meta.dirname, "../../docs/reference/comparison.json");

/** The committed comparison. */
export const readComparison = (): Comparison => JSON.parse(readFileSync(FILE, "utf8")) as Comparison;

export const writeComparison = (comparison: Comparison): void =>
  writeFileSync(FILE, `${JSON.stringify(comparison, null, 2)}\n`);
