import { readFileSync } from "node:fs";
import { PIPELINE } from "@lumiglyph/engine";
import { decode, loadEngine, readParams, STILL_LIFE } from "./engine.ts";
import { printTable, startStageClock } from "./measure.ts";
import type { Options, Question } from "./options.ts";
import { median } from "./statistics.ts";

export const stages: Question = {
  name: "stages",
  asks: "Where does the time go?",
  answer: async (options) => {
    for (const query of options.params.length === 0 ? [""] : options.params) await answerFor(query, options);
  },
};

const WARMUP = 80;

const answerFor = async (query: string, { columns, image, quick }: Options): Promise<void> => {
  const draw = await loadEngine();
  const picture = await decode(readFileSync(image ?? STILL_LIFE), columns);
  const wanted = readParams(query, columns);
  const rounds = quick ? 10 : 30;
  const runs = Array.from({ length: WARMUP + rounds }, () => {
    const { watch, spent } = startStageClock();
    const begun = performance.now();
    draw(picture, wanted, watch);
    return { spent, total: performance.now() - begun };
  }).slice(WARMUP);
  const { width, height } = picture.raster;
  console.log(
    `${query === "" ? "defaults" : query}, ${columns} columns, ${width} × ${height} pixels, median of ${rounds}\n`,
  );
  printTable(["stage", "ms", "share"], rowsFor(runs));
};

type Run = { readonly spent: ReadonlyMap<string, number>; readonly total: number };

/** A row for each stage of the pipeline, run or not, for other watched work, and for the rest. */
const rowsFor = (runs: readonly Run[]): string[][] => {
  const watched = new Set([...PIPELINE.map(({ name }) => name), ...runs.flatMap(({ spent }) => [...spent.keys()])]);
  const total = median(runs.map((run) => run.total));
  const row = (name: string, of: (run: Run) => number): string[] => {
    const ms = median(runs.map(of));
    return [name, ms.toFixed(2), `${((100 * ms) / total).toFixed(0)} %`];
  };
  return [
    ...[...watched].map((name) => row(name, ({ spent }) => spent.get(name) ?? 0)),
    row("(between)", (run) => run.total - [...run.spent.values()].reduce((sum, ms) => sum + ms, 0)),
    row("all", (run) => run.total),
  ];
};
