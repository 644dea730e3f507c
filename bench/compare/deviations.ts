import { COMPARED, type Comparison, type ComparisonRow } from "./record.ts";

/** How far another run may be off. Scores are computed, the same for the same version; times are a machine's. */
export const NOISE = { score: 0.001, times: 1.6 } as const;

/** What another run says of the committed one: faults, and what could not be compared. */
export type Verdict = { readonly faults: readonly string[]; readonly notes: readonly string[] };

/** Holds a fresh comparison against the committed one. Tools that are missing in the fresh one are not judged. */
export const deviations = (committed: Comparison, fresh: readonly ComparisonRow[]): Verdict => {
  const known = new Map(committed.rows.map((row) => [keyOf(row), row]));
  const tools = new Set(fresh.map(({ tool }) => tool));
  const found = new Set(fresh.map(keyOf));
  const pairs = fresh.flatMap((row) => (known.has(keyOf(row)) ? [{ row, was: known.get(keyOf(row))! }] : []));
  const [same, others] = [pairs.filter(sameVersion), pairs.filter((pair) => !sameVersion(pair))];
  return {
    faults: [
      ...fresh.filter((row) => !known.has(keyOf(row))).map((row) => `${keyOf(row)} has no committed row.`),
      ...committed.rows
        .filter((row) => tools.has(row.tool) && !found.has(keyOf(row)))
        .map((row) => `${keyOf(row)} is committed, but not asked for anymore.`),
      ...same.flatMap((pair) => [...scoreFaults(pair), ...timeFaults(pair)]),
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
  COMPARED.filter((name) => Math.abs(row.scores[name] - was.scores[name]) > NOISE.score).map(
    (name) => `${keyOf(row)}: ${name} is ${row.scores[name]}, committed is ${was.scores[name]}.`,
  );

const timeFaults = ({ row, was }: Pair): readonly string[] => {
  if (row.times === null || was.times === null) return [];
  const factor = row.times.ratio / was.times.ratio;
  if (Math.max(factor, 1 / factor) <= NOISE.times) return [];
  return [`${keyOf(row)}: takes ${row.times.ratio} × our time, committed is ${was.times.ratio}.`];
};
