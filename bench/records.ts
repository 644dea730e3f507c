import { readFileSync, writeFileSync } from "node:fs";
import type { Scores } from "./judge/scores.ts";

/** How one tool did on one picture: a line of a file of results. */
export type ScoreRecord = Scores & {
  readonly tool: string;
  readonly file: string;
  readonly class: string;
  readonly cols: number;
};

/** Records kept as JSON Lines; those that tell of a failure instead of scores are left out. */
export const readRecords = (path: string): readonly ScoreRecord[] =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as ScoreRecord)
    .filter(({ ssim_full }) => typeof ssim_full === "number");

export const writeRecords = (path: string, records: readonly ScoreRecord[]): void =>
  writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
