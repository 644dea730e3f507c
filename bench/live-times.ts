import { type Kernels, loadKernels, loadShrink, openStream, type Raster } from "@lumiglyph/engine";
import { createNormal, WAVES } from "../tests/live/scenes.ts";
import { readParams } from "./engine.ts";
import { printTable, startStageClock } from "./measure.ts";
import { median } from "./statistics.ts";

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

/** The next frame of a video without an end. */
type Frames = () => Raster;

/** A still scene through a grainy camera. */
const filmStill = (width: number, height: number): Frames => film(width, height, 0);

/** The same while the camera pans to and fro, by half a cell a frame. */
const filmMoving = (width: number, height: number): Frames => film(width, height, 0.5);

/** Frames before it goes back the way it came. */
const LENGTH = 24;

const film = (width: number, height: number, pace: number): Frames => {
  const normal = createNormal(3);
  const frames = Array.from({ length: LENGTH }, (_, frame) => shoot(width, height, pace * frame, normal));
  let turn = 0;
  return () => {
    const place = turn++ % (2 * LENGTH - 2);
    return frames[place < LENGTH ? place : 2 * LENGTH - 2 - place]!;
  };
};

/** Waves and stripes with edges, in colors that change across the picture. */
const shoot = (width: number, height: number, shift: number, normal: () => number): Raster => {
  const data = new Uint8ClampedArray(4 * width * height).fill(255);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [(120 * (i % width)) / width + shift, (60 * Math.floor(i / width)) / height];
    const tone = WAVES(x, y) + 0.12 * Math.sign(Math.sin(0.5 * x + 0.2 * y));
    const hue = 0.25 * Math.sin(0.05 * x) ** 2;
    for (let channel = 0; channel < 3; channel++) {
      data[4 * i + channel] = 255 * (tone * (1 - channel * hue) + GRAIN * normal());
    }
  }
  return { width, height, data };
};

/** Of each pixel: about .01 on the mean of a cell. */
const GRAIN = 0.03;
