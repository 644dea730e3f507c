import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Rounds, race, type Times } from "../measure.ts";
import type { ComparisonRow } from "./record.ts";
import { bestOf, keyOf } from "./rows.ts";
import type { Subject } from "./score.ts";
import type { Program } from "./sources.ts";
import type { Setting, Tool } from "./tools.ts";

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

/** A tool with one of its settings, at the start of a race. */
type Starter = { readonly name: string; readonly program: Program; readonly setting: Setting };

/** What a race comes to, in milliseconds. */
type RaceTimes = {
  /** Of Node, doing nothing. */
  readonly nodeStart: Times;
  /** Of the first starter, for each picture after the first in one command. */
  readonly nextPicture: number;
  /** Of a whole command for a picture, by the starters' names. */
  readonly times: ReadonlyMap<string, Times>;
};

/** Times whole commands. The first starter draws all pictures with one command too. */
const timeTools = async (
  starters: readonly Starter[],
  subjects: readonly Subject[],
  rounds: Rounds,
): Promise<RaceTimes> => {
  const [first] = starters;
  const folder = mkdtempSync(join(tmpdir(), "lumiglyph-compare-"));
  const contenders = new Map<string, () => unknown>([
    [NODE, () => subjects.map(() => spawnSync(process.execPath, ["-e", "0"]))],
    [BATCH, () => drawBatch(first!, subjects, folder)],
    ...starters.map((starter): [string, () => void] => [starter.name, () => drawAll(starter, subjects)]),
  ]);
  const taken = new Map(Object.entries(await race(Object.fromEntries(contenders), rounds)));
  const each = (name: string): Times => {
    const { median, least } = taken.get(name)!;
    return { median: tenths(median / subjects.length), least: tenths(least / subjects.length) };
  };
  rmSync(folder, { recursive: true });
  const single = taken.get(first!.name)!.least / subjects.length;
  const nextPicture = tenths((taken.get(BATCH)!.least - single) / (subjects.length - 1));
  return { nodeStart: each(NODE), nextPicture, times: new Map(starters.map(({ name }) => [name, each(name)])) };
};

const NODE = "node";
const BATCH = "all in one command";

/** Our own command line takes several files. */
const drawBatch = ({ program, setting }: Starter, subjects: readonly Subject[], folder: string): void => {
  const files = subjects.map(({ file }) => file);
  const words = [...setting.words(subjects[0]!.grid), "--format", "text", "--out", folder];
  program.draw([...words, ...files.slice(1)], files[0]!);
};

const drawAll = ({ program, setting }: Starter, subjects: readonly Subject[]): void => {
  for (const { file, grid } of subjects) program.draw(setting.words(grid), file);
};

const tenths = (ms: number): number => Math.round(ms * 10) / 10;
