import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Rounds, race, type Times } from "../measure.ts";
import type { Comparison, ComparisonRow } from "./record.ts";
import { bestOf, keyOf } from "./rows.ts";
import type { Subject } from "./score.ts";
import type { Program } from "./sources.ts";
import type { Setting, Tool } from "./tools.ts";

/** A tool that this machine has. */
export type Present = { readonly tool: Tool; readonly program: Program };

type Race = { readonly present: readonly Present[]; readonly subjects: readonly Subject[]; readonly rounds: Rounds };

/**
 * Adds times to the rows of the short table: all of ours, and the best of every other tool. Whole commands are timed, one for
 * each picture; ratios are to our first row, which also renders all pictures with one command.
 */
export const timeRows = async (
  rows: readonly ComparisonRow[],
  { present, subjects, rounds }: Race,
): Promise<Pick<Comparison, "nodeStart" | "nextPicture" | "rows">> => {
  const best = new Set(bestOf(rows).map(keyOf));
  const contestants = present
    .flatMap(({ tool, program }) =>
      tool.settings.map((setting) => ({ name: keyOf({ tool: tool.name, setting: setting.says }), program, setting })),
    )
    .filter(({ name }) => best.has(name));
  const folder = mkdtempSync(join(tmpdir(), "lumiglyph-compare-"));
  const measured = await race<string>(
    {
      [NODE]: () => subjects.map(() => spawnSync(process.execPath, ["-e", "0"])),
      [BATCH]: () => renderBatch(contestants[0]!, subjects, folder),
      ...Object.fromEntries(contestants.map((each) => [each.name, () => renderEach(each, subjects)])),
    },
    rounds,
  );
  rmSync(folder, { recursive: true });
  const perPicture = ({ median, least }: Times): Times => ({
    median: roundTo(10, median / subjects.length),
    least: roundTo(10, least / subjects.length),
  });
  const times = new Map(Object.entries(measured).map(([name, all]) => [name, perPicture(all)]));
  const ours = times.get(keyOf(rows[0]!))!;
  const single = measured[contestants[0]!.name]!.least / subjects.length;
  return {
    nodeStart: times.get(NODE)!,
    nextPicture: roundTo(10, (measured[BATCH]!.least - single) / (subjects.length - 1)),
    rows: rows.map((row) => {
      const own = times.get(keyOf(row));
      return own === undefined ? row : { ...row, times: { ...own, ratio: roundTo(100, own.least / ours.least) } };
    }),
  };
};

const NODE = "node";
const BATCH = "all in one command";

const roundTo = (parts: number, value: number): number => Math.round(value * parts) / parts;

type Contestant = { readonly program: Program; readonly setting: Setting };

/** Our own command line takes several files. */
const renderBatch = ({ program, setting }: Contestant, subjects: readonly Subject[], folder: string): void => {
  const files = subjects.map(({ file }) => file);
  const words = [...setting.words(subjects[0]!.grid), "--format", "text", "--out", folder];
  program.draw([...words, ...files.slice(1)], files[0]!);
};

const renderEach = ({ program, setting }: Contestant, subjects: readonly Subject[]): void => {
  for (const { file, grid } of subjects) program.draw(setting.words(grid), file);
};
