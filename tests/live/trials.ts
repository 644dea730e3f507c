import type { RenderOptions } from "@lumiglyph/contract";
import { ATLAS, type Kernels, type LiveFrame, openStream, type Raster, toEncoded } from "@lumiglyph/engine";
import { cellMeans, workingWidth } from "../../packages/engine/src/cells.ts";
import { blurTaps } from "../../packages/engine/src/math/gaussian.ts";
import { LIGHT_OF_BYTE } from "../../packages/engine/src/math/srgb.ts";
import { gridLight } from "../../packages/engine/src/search/grid-light.ts";
import { FADE, type Footage, isStepped, SCRIPTS, WARM_UP } from "./footage.ts";
import { SIGMA } from "./gates.ts";
import { createCamera, GRID, type Scene } from "./scenes.ts";

/** Inputs of a trial. */
export type Setup = {
  readonly kernels: Kernels;
  readonly options: RenderOptions;
  readonly footage: Footage;
  readonly smoothing: boolean;
};

/** Steps of a glyph ramp, the unit for tone errors. */
const STEPS = 70;

/** Mean share of cells whose glyph changes from one frame of a still scene to the next. */
export const flickerOf = async (setup: Setup): Promise<number> => {
  const shares = await play(setup, "still", ({ flicker }) => flicker, setup.smoothing ? 40 : 30);
  return mean(shares.slice(WARM_UP));
};

/** Mean change of the cells' believed tones from one frame of a still scene to the next, in steps. */
export const unrestOf = async (setup: Setup): Promise<number> => {
  const beliefs = (await play(setup, "still", (frame) => frame.tones())).slice(WARM_UP);
  const changes = beliefs.slice(1).map((tones, i) => tones.map((tone, cell) => Math.abs(tone - beliefs[i]![cell]!)));
  return STEPS * mean(changes.map(mean));
};

/** The share of cells whose glyph changes in the simplest renderer: each cell's mean picks from a ramp of 70. */
export const rampFlickerOf = async (footage: Footage): Promise<number> => {
  const pages = (await footage("still")).slice(0, 12).map((raster) => tonesOf(raster).map((tone) => tone * STEPS));
  const changes = pages.slice(1).map((page, i) => page.map((tone, cell) => (tone | 0) - (pages[i]![cell]! | 0)));
  return mean(changes.map((change) => change.filter((steps) => steps !== 0).length / change.length));
};

/**
 * Frames until a step is over: fewer than 2 % of its cells are off. A cell is off if its believed tone is wrong by more than
 * 1.5 steps and twice the noise, or its brightness from afar is more than .1 from the final one. 0 if it is not
 * over after a dozen frames.
 */
export const settlingOf = async (setup: Setup): Promise<number> => {
  const frames = await play(setup, "step", (frame, _, index) =>
    index < WARM_UP ? null : { believed: frame.tones(), seen: seenTones(frame, setup.kernels) },
  );
  const [truth, end] = [truthOf(SCRIPTS.step.at(-1)!), frames.at(-1)!.seen];
  const isOver = ({ believed, seen }: { believed: Float32Array; seen: Float32Array }): boolean =>
    shareOff(believed, truth, 1.5 / STEPS + 2 * SIGMA) < 0.02 && shareOff(seen, end, 0.1) < 0.02;
  return 1 + frames.slice(WARM_UP, -1).findIndex((frame) => isOver(frame!));
};

/** Share of the stepped cells that differ by more than this. */
const shareOff = (tones: Float32Array, wanted: Float32Array, most: number): number => {
  let off = 0;
  for (let cell = 0; cell < tones.length; cell++) {
    if (isStepped(cell % GRID.columns) && Math.abs(tones[cell]! - wanted[cell]!) > most) off++;
  }
  return off / (tones.length / 2);
};

/** Brightness of the art's cells from afar, where glyphs blur together; 1 is the densest glyph. */
const seenTones = ({ glyphs, size, characters }: LiveFrame, { blur, stamp }: Kernels): Float32Array => {
  const densest = toEncoded(Math.max(...[...characters].map((glyph) => ATLAS.tone[ATLAS.indexOf(glyph)]!)));
  const light = cellMeans(blur(gridLight(glyphs, size, stamp), blurTaps(FAR)), size);
  return light.map((value) => toEncoded(value) / densest);
};

/** Extra blur, in samples, from the reference viewing distance to twice as far. */
const FAR = Math.sqrt(3);

/** Mean error of the cells' tones, in steps, while the scene moves by a cell a frame. */
export const panErrorOf = async (setup: Setup): Promise<number> => {
  const errors = await play(setup, "pan", (frame, scene) => {
    const truth = truthOf(scene);
    return mean(frame.tones().map((tone, cell) => Math.abs(tone - truth[cell]!)));
  });
  return STEPS * mean(errors.slice(10));
};

/** Lag of the cells' tones in frames while the scene brightens. */
export const fadeLagOf = async (setup: Setup): Promise<number> => {
  const behind = await play(setup, "fade", (frame, scene) => {
    const truth = truthOf(scene);
    return mean(frame.tones().map((tone, cell) => truth[cell]! - tone));
  });
  return mean(behind.slice(25)) / FADE;
};

const TRUTHS = new WeakMap<Scene, Float32Array>();

/** The tones of a scene's cells from a noiseless camera. */
const truthOf = (scene: Scene): Float32Array => {
  const truth = TRUTHS.get(scene) ?? tonesOf(createCamera({})(scene));
  TRUTHS.set(scene, truth);
  return truth;
};

/** The tones of the cells of a gray picture. */
const tonesOf = ({ width, height, data }: Raster): Float32Array => {
  const light = Float32Array.from({ length: width * height }, (_, i) => LIGHT_OF_BYTE[data[4 * i]!]!);
  return cellMeans({ width: workingWidth(GRID.columns), height, data: light }, GRID).map(toEncoded);
};

/** Feeds a script's frames to a stream and reads a value after each; a result is valid until the next. */
const play = async <Result>(
  { kernels, options, footage, smoothing }: Setup,
  script: keyof typeof SCRIPTS,
  read: (frame: LiveFrame, scene: Scene, index: number) => Result,
  most = Number.POSITIVE_INFINITY,
): Promise<Result[]> => {
  const stream = openStream({ kernels, smoothing });
  const rasters = (await footage(script)).slice(0, most);
  return rasters.map((raster, index) => read(stream.next(raster, options), SCRIPTS[script][index]!, index));
};

const mean = (values: ArrayLike<number>): number => {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum / values.length;
};
