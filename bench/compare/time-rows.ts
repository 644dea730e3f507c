import type { Rounds } from "../stopwatch.ts";
import { bestOf } from "./best-rows.ts";
import { keyOf } from "./deviations.ts";
import type { ComparisonRow } from "./record.ts";
import type { Program } from "./sources.ts";
import type { Subject } from "./subjects.ts";
import { type RaceTimes, timeTools } from "./time-tools.ts";
import type { Tool } from "./tools.ts";

/** A tool that this machine has. */
export type Present = { readonly tool: Tool; readonly program: Program };

/** Puts times into the rows that a short table has: all of ours, and of everyone else the best. Our first row is the measure. */
export const timeRows = async (
  rows: readonly ComparisonRow[],
  { present, subjects, rounds }: Race,
): Promise<Omit<RaceTimes, "times"> & { readonly rows: readonly ComparisonRow[] }> => {
  const best = new Set(bestOf(rows).map(keyOf));
  const starters = present
    .flatMap(({ tool, program }) =>
      tool.settings.map((setting) => ({ name: keyOf({ tool: tool.name, setting: setting.says }), program, setting })),
    )
    .filter(({ name }) => best.has(name));
  const { times, ...rest } = await timeTools(starters, subjects, rounds);
  const ours = times.get(keyOf(rows[0]!))!;
  const timed = rows.map((row) => {
    const taken = times.get(keyOf(row));
    return taken === undefined ? row : { ...row, times: { ...taken, ratio: hundredths(taken.least / ours.least) } };
  });
  return { ...rest, rows: timed };
};

type Race = { readonly present: readonly Present[]; readonly subjects: readonly Subject[]; readonly rounds: Rounds };

const hundredths = (ratio: number): number => Math.round(ratio * 100) / 100;
