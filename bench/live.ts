import { loadKernels } from "@lumiglyph/engine";
import { SIGMA } from "../tests/live/gates.ts";
import { GRID } from "../tests/live/scenes.ts";
import { fadeLagOf, flickerOf, panErrorOf, rampFlickerOf, settlingOf, unrestOf } from "../tests/live/trials.ts";
import { readParams } from "./engine.ts";
import { type Clip, listClips } from "./live-clips.ts";
import { printLiveTimes } from "./live-times.ts";
import type { Question } from "./question.ts";
import { printTable } from "./table.ts";

export const live: Question = {
  name: "live",
  asks: "Does a live picture hold still, does it keep up, and what does a frame cost?",
  answer: async ({ quick }) => {
    const clips = listClips(quick);
    await printMotion(clips);
    await printStillness(clips, quick ? GLYPHS.slice(0, 2) : GLYPHS);
    if (!quick) await printSensitivities(clips[0]!);
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

const printSensitivities = async (clip: Clip): Promise<void> => {
  console.log(`\nWhat motionSensitivity does, ${clip.name}, charset=detailed&glyphStrategy=fixed\n`);
  const rows: string[][] = [];
  for (const sensitivity of [0, 0.25, 0.5, 0.7, 1]) {
    const setup = setupFor(clip, `charset=detailed&glyphStrategy=fixed&motionSensitivity=${sensitivity}`);
    rows.push([
      `${sensitivity}`,
      percent(await flickerOf(setup)),
      (await unrestOf(setup)).toFixed(3),
      `${await settlingOf(setup)}`,
      (await panErrorOf(setup)).toFixed(2),
      (await fadeLagOf(setup)).toFixed(1),
    ]);
  }
  printTable(["motionSensitivity", "flicker", "unrest in steps", "step", "pan error", "fade lag"], rows);
};
