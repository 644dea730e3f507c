import { type Kernels, loadKernels, loadShrink, openStream } from "@lumiglyph/engine";
import { readParams } from "./engine.ts";
import { type Frames, filmMoving, filmStill } from "./live-frames.ts";
import { startStageClock } from "./stage-clock.ts";
import { median } from "./statistics/averages.ts";
import { printTable } from "./table.ts";

/** Prints what a frame costs, stage by stage, in a still and in a moving scene, in color at 200 columns. */
export const printLiveTimes = async (quick: boolean): Promise<void> => {
  const kernels = await loadKernels(WebAssembly);
  const rounds = quick ? 20 : 120;
  for (const height of quick ? [480] : [480, 384]) {
    const [still, moving] = [
      await openRun(kernels, filmStill(640, height)),
      await openRun(kernels, filmMoving(640, height)),
    ];
    // in turns, so that a machine that is busy for a while is busy for both
    for (let round = 0; round < WARMUP + rounds; round++) for (const run of [still, moving]) run.next(round >= WARMUP);
    const { columns, rows } = still.size();
    console.log(`\n640 × ${height} pixels, ${columns} × ${rows} cells in color, ms, least and median of ${rounds}\n`);
    printTable(["stage", "still", "", "moving", ""], rowsFor(still.spent, moving.spent));
  }
};

const WARMUP = 100;
const COLUMNS = 200;

/** A stream that is timed; milliseconds of every frame by stage, `ALL` among them. */
type Run = {
  readonly next: (isKept: boolean) => void;
  readonly spent: ReadonlyMap<string, readonly number[]>;
  readonly size: () => { readonly columns: number; readonly rows: number };
};

const ALL = "all";

const openRun = async (kernels: Kernels, frames: Frames): Promise<Run> => {
  let clock = startStageClock();
  const shrink = await loadShrink(WebAssembly);
  const stream = openStream({ kernels, shrink, watch: (name, work) => clock.watch(name, work) });
  const wanted = readParams("color=true", COLUMNS);
  const spent = new Map<string, number[]>();
  let size = { columns: 0, rows: 0 };
  return {
    spent,
    size: () => size,
    next: (isKept) => {
      const raster = frames();
      clock = startStageClock();
      const begun = performance.now();
      size = stream.next(raster, wanted).size;
      const all = performance.now() - begun;
      if (!isKept) return;
      for (const [name, ms] of [...clock.spent, [ALL, all] as const]) spent.set(name, [...(spent.get(name) ?? []), ms]);
    },
  };
};

const rowsFor = (still: Run["spent"], moving: Run["spent"]): string[][] => {
  const names = [...new Set([...still.keys(), ...moving.keys()])].filter((name) => name !== ALL);
  const cells = (times: readonly number[] = [0]): string[] => [Math.min(...times).toFixed(2), median(times).toFixed(2)];
  return [...names, ALL].map((name) => [name, ...cells(still.get(name)), ...cells(moving.get(name))]);
};
