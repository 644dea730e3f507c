import { availableParallelism, cpus, totalmem } from "node:os";
import { VERSION } from "@lumiglyph/contract";
import type { Finding } from "./findings.ts";
import type { Trial } from "./trial.ts";

/** What a trial came to. */
export type TrialResult = {
  readonly trial: Trial;
  readonly findings: readonly Finding[];
  readonly seconds: number;
  /** Cores that other work on the machine kept busy meanwhile, on average. */
  readonly others: number;
};

/** The results as a reference page in Markdown. */
export const reliabilityPage = (results: readonly TrialResult[]): string => {
  const findings = results.flatMap((result) => result.findings);
  const bounds = findings.filter(({ bound }) => bound !== null);
  const missed = bounds.filter(({ held }) => !held);
  return [
    "---\ntitle: Reliability\nshape: reference\n---",
    "<!-- Written by scripts/reliability.ts out of what it measured: do not edit. -->",
    "# Reliability",
    "What was done to the service, and what came of it. `npm run test:reliability` does it again and writes this page. Every service here is a process of its own with its workers, on loopback, with the settings' defaults. Times hold for a machine with nothing else to do: how much it had is said at each.",
    `${bounds.length} bounds, ${missed.length === 0 ? "all of them held" : `${missed.length} of them **missed**`}.`,
    table(["of", "value"], machineRows(results)),
    ...results.map(section),
  ]
    .map((part) => `${part}\n`)
    .join("\n");
};

const machineRows = (results: readonly TrialResult[]): readonly (readonly string[])[] => [
  ["date", new Date().toISOString().slice(0, 10)],
  ["cores", String(availableParallelism())],
  ["CPU", cpus()[0]?.model ?? "unknown"],
  ["memory", `${Math.round(totalmem() / 1024 ** 3)} GiB`],
  ["Lumiglyph", VERSION],
  ["Node", process.versions.node],
  ["minutes in all", (results.reduce((sum, { seconds }) => sum + seconds, 0) / 60).toFixed(1)],
];

const section = ({ trial, findings, others }: TrialResult): string =>
  [
    `## ${trial.name}`,
    `${capital(trial.does)}. Size: ${trial.size.full}. Other work on the machine kept ${others.toFixed(1)} of ${availableParallelism()} cores busy.`,
    table(
      ["what", "bound", "measured", "held"],
      findings.map(({ what, bound, measured, held }) => [what, bound ?? "", measured, verdict(bound, held)]),
    ),
  ].join("\n\n");

const verdict = (bound: string | null, held: boolean): string => {
  if (bound === null) return "";
  return held ? "held" : "**missed**";
};

const capital = (sentence: string): string => `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`;

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => "---"), ...rows].map((row) => `| ${row.map(cell).join(" | ")} |`).join("\n");

/** A message of somebody else's must not end a cell. */
const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");
