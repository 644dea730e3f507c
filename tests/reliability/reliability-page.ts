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

/**
 * The results as a reference page in Markdown, a section for each trial in the order of these names. Trials that were not made
 * now keep the sections that they have on the page as it was.
 */
export const reliabilityPage = (results: readonly TrialResult[], names: readonly string[], earlier = ""): string => {
  const made = new Map(results.map((result) => [result.trial.name, section(result)]));
  const sections = names.flatMap((name) => made.get(name) ?? sectionOf(earlier, name) ?? []);
  const rows = sections.flatMap((text) => text.split("\n")).filter((row) => row !== line(FINDING));
  const [held = 0, missed = 0] = [HELD, MISSED].map((word) => rows.filter((row) => row.endsWith(`| ${word} |`)).length);
  return [
    "---\ntitle: Reliability\nshape: reference\n---",
    "<!-- Written by scripts/reliability.ts out of what it measured: do not edit. -->",
    "# Reliability",
    "What was done to the service, and what came of it. `npm run test:reliability` does it again and writes this page; with the name of a trial it does that one and writes its section, and `-- soak` is the one that takes longest. Every service here is a process of its own with its workers, on loopback, with the settings' defaults. Times hold for a machine with nothing else to do: how much it had is said at each.",
    `${held + missed} bounds, ${missed === 0 ? "all of them held" : `${missed} of them **missed**`}.`,
    table(["of", "value"], MACHINE),
    ...sections,
  ]
    .map((part) => `${part}\n`)
    .join("\n");
};

const MACHINE = [
  ["cores", String(availableParallelism())],
  ["CPU", cpus()[0]?.model ?? "unknown"],
  ["memory", `${Math.round(totalmem() / 1024 ** 3)} GiB`],
  ["Lumiglyph", VERSION],
  ["Node", process.versions.node],
];

const [HELD, MISSED] = ["held", "**missed**"];

const FINDING = ["what", "bound", "measured", "held"];

/** A section of a page, by its heading. */
const sectionOf = (page: string, name: string): string | undefined =>
  page
    .split(/\n(?=## )/)
    .find((part) => part.startsWith(`## ${name}\n`))
    ?.trimEnd();

const section = ({ trial, findings, seconds, others }: TrialResult): string =>
  [
    `## ${trial.name}`,
    `${capital(trial.does)}. Size: ${trial.size.full}. It took ${duration(seconds)} on ${new Date().toISOString().slice(0, 10)}; other work on the machine kept ${others.toFixed(1)} of ${availableParallelism()} cores busy.`,
    table(
      FINDING,
      findings.map(({ what, bound, measured, held }) => [what, bound ?? "", measured, verdict(bound, held)]),
    ),
  ].join("\n\n");

const duration = (seconds: number): string =>
  seconds < 90 ? `${seconds.toFixed(0)} seconds` : `${(seconds / 60).toFixed(0)} minutes`;

const verdict = (bound: string | null, held: boolean): string => {
  if (bound === null) return "";
  return held ? HELD : MISSED;
};

const capital = (sentence: string): string => `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`;

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => "---"), ...rows].map(line).join("\n");

const line = (row: readonly string[]): string => `| ${row.map(cell).join(" | ")} |`;

/** A message of somebody else's must not end a cell. */
const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");
