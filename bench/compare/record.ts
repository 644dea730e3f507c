import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Scores } from "../judge/scores.ts";
import type { Times } from "../measure.ts";
import type { ColorRow } from "./color.ts";

export { SCORE_NAMES as COMPARED } from "../judge/scores.ts";

/** The results of a tool with one of its settings. */
export type ComparisonRow = {
  readonly tool: string;
  readonly version: string;
  readonly setting: string;
  /** Whether it uses ASCII characters only. */
  readonly ascii: boolean;
  /** The command line, as a reader would type it. */
  readonly command: string;
  /** Means over the pictures. */
  readonly scores: Scores;
  readonly pictures: { readonly [file: string]: Scores };
  /** Milliseconds per picture, program start included, and the ratio to ours; null if not timed. */
  readonly times: (Times & { readonly ratio: number }) | null;
};

/** A comparison of tools on the project's own pictures, committed as JSON. */
export type Comparison = {
  readonly date: string;
  readonly machine: string;
  readonly font: string;
  readonly columns: number;
  /** Milliseconds for Node to start and exit. */
  readonly nodeStart: Times | null;
  /** Milliseconds for each further picture in one of our commands. */
  readonly nextPicture: number | null;
  readonly rows: readonly ComparisonRow[];
  /** Pages in color, beside those of this version of chafa. */
  readonly color: { readonly version: string; readonly pictures: number; readonly rows: readonly ColorRow[] };
};

const FILE = join(import.meta.dirname, "../../docs/reference/comparison.json");

/** The committed comparison. */
export const readComparison = (): Comparison => JSON.parse(readFileSync(FILE, "utf8")) as Comparison;

export const writeComparison = (comparison: Comparison): void =>
  writeFileSync(FILE, `${JSON.stringify(comparison, null, 2)}\n`);
