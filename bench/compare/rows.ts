import { SCORE_NAMES } from "../judge/scores.ts";
import type { Comparison, ComparisonRow } from "./record.ts";
import { OWN, TOOLS } from "./tools.ts";

/** How far another run may deviate. Scores depend on the version only, times on the machine. */
export const NOISE = { score: 0.001, times: 1.6 } as const;

/** Deviations from the committed comparison, and notes on rows that could not be compared. */
type Verdict = { readonly faults: readonly string[]; readonly notes: readonly string[] };

/** Compares fresh rows with the committed ones. Tools without a fresh row are skipped. */
export const deviations = (
  committed: Comparison,
  { rows: fresh, color }: Pick<Comparison, "rows" | "color">,
): Verdict => {
  const known = new Map(committed.rows.map((row) => [keyOf(row), row]));
  const tools = new Set(fresh.map(({ tool }) => tool));
  const keys = new Set(fresh.map(keyOf));
  const pairs = fresh.flatMap((row) => (known.has(keyOf(row)) ? [{ row, was: known.get(keyOf(row))! }] : []));
  const [same, others] = [pairs.filter(sameVersion), pairs.filter((pair) => !sameVersion(pair))];
  return {
    faults: [
      ...fresh.filter((row) => !known.has(keyOf(row))).map((row) => `${keyOf(row)} has no committed row.`),
      ...committed.rows
        .filter((row) => tools.has(row.tool) && !keys.has(keyOf(row)))
        .map((row) => `${keyOf(row)} is committed but no longer compared.`),
      ...same.flatMap((pair) => [...scoreFaults(pair), ...timeFaults(pair)]),
      ...colorFaults(committed.color, color),
    ],
    notes: [
      ...new Set(others.map(({ row, was }) => `${row.tool} is ${row.version} here; ${was.version} is committed.`)),
    ],
  };
};

type Pair = { readonly row: ComparisonRow; readonly was: ComparisonRow };

/** A row's name. */
export const keyOf = ({ tool, setting }: Pick<ComparisonRow, "tool" | "setting">): string => `${tool}, ${setting}`;

const sameVersion = ({ row, was }: Pair): boolean => row.version === was.version;

const scoreFaults = ({ row, was }: Pair): readonly string[] =>
  SCORE_NAMES.filter((name) => Math.abs(row.scores[name] - was.scores[name]) > NOISE.score).map(
    (name) => `${keyOf(row)}: ${name} is ${row.scores[name]}, committed is ${was.scores[name]}.`,
  );

const colorFaults = (was: Comparison["color"], now: Comparison["color"]): readonly string[] =>
  now.rows.flatMap(({ says, by, ours }, i) => {
    const before = was.rows[i]?.ours[by] ?? Number.NaN;
    return Math.abs(ours[by] - before) <= NOISE.score ? [] : [`${says}: ${by} is ${ours[by]}, committed is ${before}.`];
  });

const timeFaults = ({ row, was }: Pair): readonly string[] => {
  if (row.times === null || was.times === null) return [];
  const factor = row.times.ratio / was.times.ratio;
  if (Math.max(factor, 1 / factor) <= NOISE.times) return [];
  return [`${keyOf(row)}: takes ${row.times.ratio} × our time, committed is ${was.times.ratio}.`];
};

/** The short table: all of our rows, then each tool's best, by score. A tool with symbols beyond ASCII has two rows. */
export const bestOf = (rows: readonly ComparisonRow[]): readonly ComparisonRow[] => {
  const others = Map.groupBy(
    rows.filter(({ tool }) => tool !== OWN),
    ({ tool, ascii }) => `${tool} ${ascii}`,
  );
  const best = [...others.values()].map((own) => own.reduce(better));
  return [
    ...rows.filter(({ tool }) => tool === OWN),
    ...best.toSorted((a, b) => b.scores.ssim_full - a.scores.ssim_full),
  ];
};

const better = (a: ComparisonRow, b: ComparisonRow): ComparisonRow => (b.scores.ssim_full > a.scores.ssim_full ? b : a);

/** Fresh rows in the order of `TOOLS`, and the committed ones of missing tools. Without new times, the committed ones stay. */
export const mergeRows = (
  committed: Comparison,
  fresh: readonly ComparisonRow[],
  timed: boolean,
): readonly ComparisonRow[] => {
  const before = new Map(committed.rows.map((row) => [keyOf(row), row.times]));
  const keepTimes = (row: ComparisonRow): ComparisonRow => ({ ...row, times: before.get(keyOf(row)) ?? null });
  return TOOLS.flatMap(({ name }) => {
    const found = fresh.filter(({ tool }) => tool === name);
    if (found.length === 0) return committed.rows.filter(({ tool }) => tool === name);
    return timed ? found : found.map(keepTimes);
  });
};
