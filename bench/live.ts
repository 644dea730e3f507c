import { spawnSync } from "node:child_process";
import { loadKernels, loadShrink, openStream, type Raster } from "@lumiglyph/engine";
import { h264, jpeg, uncompressed } from "../tests/live/codecs.ts";
import { type Footage, footageWith } from "../tests/live/footage.ts";
import { SIGMA } from "../tests/live/gates.ts";
import { createNormal, GRID, WAVES } from "../tests/live/scenes.ts";
import { fadeLagOf, flickerOf, panErrorOf, rampFlickerOf, settlingOf } from "../tests/live/trials.ts";
import { readParams } from "./engine.ts";
import { printTable, startStageClock } from "./measure.ts";
import type { Question } from "./options.ts";
import { median } from "./statistics.ts";

export const live: Question = {
  name: "live",
  asks: "Does a live picture hold still, does it keep up, and what does a frame cost?",
  answer: async ({ quick }) => {
    const clips = listClips(quick);
    await printMotion(clips);
    await printStillness(clips, quick ? GLYPHS.slice(0, 2) : GLYPHS);
    await printTimes(quick);
  },
};

/** Glyph sets, as a query spells them. */
const GLYPHS = [
  "charset=detailed",
  "charset=detailed&glyphStrategy=fixed",
  "charset=standard",
  "charset=blocks",
  "charset=dots",
  "charset=minimal",
  "charset=binary",
];

const kernels = await loadKernels(WebAssembly);

const setupFor = ({ footage }: Clip, query: string, smoothing = true) => ({
  kernels,
  options: readParams(query, GRID.columns),
  footage,
  smoothing,
});

const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;

/** Figures that do not depend on glyphs: noise, pan error and fade lag of each clip. */
const printMotion = async (clips: readonly Clip[]): Promise<void> => {
  console.log(`Noise of ${SIGMA} on each cell's mean, ${GRID.columns} × ${GRID.rows} cells; without → with smoothing.`);
  console.log("Pan error in steps of a ramp of 70 at a cell a frame, lag in frames at a fade of .004 a frame.\n");
  const rows: string[][] = [];
  for (const clip of clips) {
    const [bare, smoothed] = [setupFor(clip, "", false), setupFor(clip, "")];
    rows.push([
      clip.name,
      percent(await rampFlickerOf(clip.footage)),
      `${(await panErrorOf(bare)).toFixed(2)} → ${(await panErrorOf(smoothed)).toFixed(2)}`,
      `${(await fadeLagOf(bare)).toFixed(1)} → ${(await fadeLagOf(smoothed)).toFixed(1)}`,
    ]);
  }
  printTable(["clip", "flicker of a plain ramp of 70", "pan error", "fade lag"], rows);
};

/** Flicker without and with smoothing, and the frames until a step is over. */
const printStillness = async (clips: readonly Clip[], queries: readonly string[]): Promise<void> => {
  console.log(
    "\nGlyphs that change from frame to frame in a still scene, without → with smoothing; frames that a step takes\n",
  );
  const rows: string[][] = [];
  for (const query of queries) {
    const cells: string[] = [];
    for (const clip of clips) {
      const [bare, smoothed] = [await flickerOf(setupFor(clip, query, false)), await flickerOf(setupFor(clip, query))];
      cells.push(`${percent(bare)} → ${percent(smoothed)}; ${await settlingOf(setupFor(clip, query))}`);
    }
    rows.push([query, ...cells]);
  }
  printTable(["glyphs", ...clips.map(({ name }) => name)], rows);
};

/** A noisy scene. */
type Clip = { readonly name: string; readonly footage: Footage };

/** The kinds of noise; H.264 only if ffmpeg is on the `PATH`. */
const listClips = (quick: boolean): readonly Clip[] => {
  const clips: Clip[] = [
    { name: "grain", footage: footageWith({ grain: SIGMA }, uncompressed) },
    { name: "blocks", footage: footageWith({ blocks: SIGMA }, uncompressed) },
    { name: "JPEG", footage: footageWith({ grain: SIGMA }, jpeg) },
  ];
  if (quick) return clips.slice(0, 1);
  if (spawnSync("ffmpeg", ["-version"]).status !== 0) return clips;
  return [
    ...clips,
    ...RATES.map((rate) => ({ name: `H.264 ${rate}`, footage: footageWith({ grain: SIGMA }, h264(rate)) })),
  ];
};

/** x264's rate factors: nearly all grain kept, the default, small files. */
const RATES = [18, 23, 28];

/** Prints the cost of a frame by stage, for a still and a moving scene, in color at 200 columns. */
const printTimes = async (quick: boolean): Promise<void> => {
  const rounds = quick ? 20 : 120;
  for (const height of quick ? [480] : [480, 384]) {
    const [still, moving] = [await openRun(film(640, height, 0)), await openRun(film(640, height, 0.5))];
    // in turns: other load on the machine then affects both
    for (let round = 0; round < WARMUP + rounds; round++) for (const run of [still, moving]) run.next(round >= WARMUP);
    const { columns, rows } = still.size();
    console.log(`\n640 × ${height} pixels, ${columns} × ${rows} cells in color, ms, least and median of ${rounds}\n`);
    printTable(["stage", "still", "", "moving", ""], rowsFor(still.spent, moving.spent));
  }
};

const WARMUP = 100;
const COLUMNS = 200;

/** A timed stream: milliseconds of every frame by stage, and in all. */
type Run = {
  readonly next: (isKept: boolean) => void;
  readonly spent: ReadonlyMap<string, readonly number[]>;
  readonly size: () => { readonly columns: number; readonly rows: number };
};

const ALL = "all";

const openRun = async (frames: Frames): Promise<Run> => {
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

/** Returns the next frame of an endless video. */
type Frames = () => Raster;

/** Frames before the camera pans back. */
const LENGTH = 24;

/** A scene through a grainy camera that pans to and fro by `pace` cells a frame. */
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

/** Noise of a pixel: about .01 on the mean of a cell. */
const GRAIN = 0.03;
