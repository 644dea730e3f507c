import { readFileSync } from "node:fs";
import { availableParallelism, cpus, totalmem } from "node:os";
import { VERSION } from "@lumiglyph/contract";
import { table } from "../../apps/service/src/documents/markdown/page.ts";
import type { Finding } from "./findings.ts";
import type { Others } from "./machine-share.ts";
import type { Trial } from "./trial.ts";

/** The result of one trial, from the runner. */
export type TrialResult = {
  readonly trial: Trial;
  readonly findings: readonly Finding[];
  readonly seconds: number;
} & Others;

/** The result of one trial, as committed. */
type TrialRecord = {
  readonly name: string;
  readonly does: string;
  readonly size: string;
  /** Duration and date; null for runs that did not record them. */
  readonly took: string | null;
  readonly date: string | null;
  readonly others: number;
  /** Missing for runs that did not record it. */
  readonly stolen?: number;
  readonly findings: readonly Omit<Finding, "timed">[];
  /**
   * A handwritten note: why bounds were missed, and other runs' results. Dropped when the trial
   * runs again.
   */
  readonly note?: string;
};

/** The committed results of all trials. */
export type ReliabilityReport = {
  readonly machine: { readonly [name: string]: string };
  readonly trials: readonly TrialRecord[];
};

/** Where the results are committed. */
export const RELIABILITY_FILE = new URL("../../docs/reference/reliability.json", import.meta.url);

/** Reads the committed results. */
export const readReliability = (): ReliabilityReport => JSON.parse(readFileSync(RELIABILITY_FILE, "utf8"));

/** Merges new results into an earlier report, in the order of `names`; a trial that was not repeated keeps its record. */
export const mergeResults = (
  earlier: ReliabilityReport["trials"],
  results: readonly TrialResult[],
  names: readonly string[],
): ReliabilityReport => {
  const trials = [...results.map(recordOf), ...earlier];
  return { machine: MACHINE, trials: names.flatMap((name) => trials.find((trial) => trial.name === name) ?? []) };
};

const MACHINE = {
  cores: String(availableParallelism()),
  CPU: cpus()[0]?.model ?? "unknown",
  memory: `${Math.round(totalmem() / 1024 ** 3)} GiB`,
  Lumiglyph: VERSION,
  Node: process.versions.node,
};

const recordOf = ({ trial, findings, seconds, others, stolen }: TrialResult): TrialRecord => ({
  name: trial.name,
  does: capital(trial.does),
  size: trial.size.full ?? "",
  took: seconds < 90 ? `${seconds.toFixed(0)} seconds` : `${(seconds / 60).toFixed(0)} minutes`,
  date: new Date().toISOString().slice(0, 10),
  others: Number(others.toFixed(1)),
  stolen: Number(stolen.toFixed(1)),
  findings: findings.map(({ what, bound, measured, held }) => ({ what, bound, measured, held })),
});

const capital = (sentence: string): string => `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`;

/** Counts bounds and missed bounds, in one sentence. */
export const boundsSentence = ({ trials }: ReliabilityReport): string => {
  const bounds = trials.flatMap(({ findings }) => findings.filter(({ bound }) => bound !== null));
  const missed = bounds.filter(({ held }) => !held).length;
  return `${bounds.length} bounds, ${missed === 0 ? "all of them held" : `${missed} of them **missed**`}.`;
};

/** The reference page: a section for each trial. */
export const reliabilityPage = (report: ReliabilityReport): string =>
  [
    "---\ntitle: Reliability\nshape: reference\n---",
    "<!-- Written by npm run docs from reliability.json: do not edit. -->",
    "# Reliability",
    "What was done to the service, and what came of it. `npm run test:reliability` does it again and writes this page; with the name of a trial it does that one and writes its section; `mixed-load` and `soak` take long and run by name only. Every service here is a process of its own with its workers, on loopback, with the settings' defaults. Times hold for a machine with nothing else to do: how much it had is said at each.",
    boundsSentence(report),
    table(["of", "value"], Object.entries(report.machine)),
    ...report.trials.map((trial) => section(trial, report.machine["cores"] ?? "?")),
  ]
    .map((part) => `${part}\n`)
    .join("\n");

const section = ({ name, does, size, took, date, findings, note, ...shares }: TrialRecord, cores: string): string => {
  const duration = took === null ? "Meanwhile," : `It took ${took} on ${date};`;
  const rows = findings.map(({ what, bound, measured, held }) => [what, bound ?? "", measured, verdict(bound, held)]);
  return [
    `## ${name}`,
    `${does}. Size: ${size}. ${duration} ${shareSentence(shares, cores)}.`,
    // a message from elsewhere may contain line breaks, which would end the row
    table(
      ["what", "bound", "measured", "held"],
      rows.map((row) => row.map((cell) => cell.replaceAll("\n", " "))),
    ),
    ...(note === undefined ? [] : [note]),
  ].join("\n\n");
};

/** The share of the machine that was unavailable to a trial. */
const shareSentence = ({ others, stolen }: Pick<TrialRecord, "others" | "stolen">, cores: string): string => {
  const taken = stolen === undefined ? "" : `, and its host gave ${stolen.toFixed(1)} of them to other machines`;
  return `other work on the machine kept ${others.toFixed(1)} of ${cores} cores busy${taken}`;
};

const verdict = (bound: string | null, held: boolean): string => {
  if (bound === null) return "";
  return held ? "held" : "**missed**";
};
