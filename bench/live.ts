import { spawnSync } from "node:child_process";
import { loadKernels } from "@lumiglyph/engine";
import { h264, jpeg, uncompressed } from "../tests/live/codecs.ts";
import { type Footage, footageWith } from "../tests/live/footage.ts";
import { SIGMA } from "../tests/live/gates.ts";
import { GRID } from "../tests/live/scenes.ts";
import { fadeLagOf, flickerOf, panErrorOf, rampFlickerOf, settlingOf } from "../tests/live/trials.ts";
import { readParams } from "./engine.ts";
import { printLiveTimes } from "./live-times.ts";
import { printTable } from "./measure.ts";
import type { Question } from "./options.ts";

export const live: Question = {
  name: "live",
  asks: "Does a live picture hold still, does it keep up, and what does a frame cost?",
  answer: async ({ quick }) => {
    const clips = listClips(quick);
    await printMotion(clips);
    await printStillness(clips, quick ? GLYPHS.slice(0, 2) : GLYPHS);
    await printLiveTimes(quick);
  },
};

/** What pages are drawn with, as a query spells it. */
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

/** What does not depend on glyphs: the noise in each clip, how motion is followed, and how fades are. */
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

/** A noisy scene as it arrives. */
type Clip = { readonly name: string; readonly footage: Footage };

/** The kinds of noise there are; those of H.264 only where ffmpeg is on the `PATH`. */
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

/** x264's rate factors: nearly all grain is kept, the usual, small files. */
const RATES = [18, 23, 28];
