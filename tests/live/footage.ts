import type { Raster } from "@lumiglyph/engine";
import type { Codec } from "./codecs.ts";
import { createCamera, GRID, type Noise, type Scene, WAVES } from "./scenes.ts";

/** Frames after which the first ones have no influence. */
export const WARM_UP = 20;

/** Brightness increase per frame of a fading scene. */
export const FADE = 0.004;

/** Whether a column is in the half of the picture that steps. */
export const isStepped = (column: number): boolean => column >= GRID.columns / 2;

const STEPPED: Scene = (column, row) => {
  const tone = WAVES(column, row);
  if (!isStepped(column)) return tone;
  return tone > 0.5 ? tone - 0.3 : tone + 0.3;
};

const frames = (count: number, at: (frame: number) => Scene): readonly Scene[] =>
  Array.from({ length: count }, (_, frame) => at(frame));

/** Scripts: a scene for every frame. */
export const SCRIPTS = {
  /** Nothing happens. */
  still: frames(40, () => WAVES),
  /** After the warm-up, half of the picture gets brighter or darker by .3. */
  step: frames(WARM_UP + 13, (frame) => (frame < WARM_UP ? WAVES : STEPPED)),
  /** Everything moves by a cell a frame. */
  pan: frames(20, (frame) => (column, row) => WAVES(column + frame, row)),
  /** Everything brightens. */
  fade: frames(40, (frame) => (column, row) => 0.7 * WAVES(column, row) + FADE * frame),
} as const;

/** The frames of a script after the camera's noise and the codec. */
export type Footage = (script: keyof typeof SCRIPTS) => Promise<readonly Raster[]>;

/** Creates footage with this noise and codec; each script is rendered once. */
export const footageWith = (noise: Noise, codec: Codec): Footage => {
  const footages = new Map<keyof typeof SCRIPTS, Promise<readonly Raster[]>>();
  return (script) => {
    const footage = footages.get(script) ?? codec(SCRIPTS[script].map(createCamera(noise)));
    footages.set(script, footage);
    return footage;
  };
};
