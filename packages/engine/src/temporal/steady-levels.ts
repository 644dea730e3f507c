import type { Leveling } from "../pipeline-state.ts";
import type { ToneCounts } from "../plane.ts";
import { levelingOf } from "../stages/levels.ts";

/** Levels that stay constant until there is reason to change them. */
export type SteadyLevels = {
  /** The stretch for a frame with these tones; `changed` is the share of its cells that changed. */
  readonly next: (counts: ToneCounts, autoLevels: number, changed: number) => Leveling;
  /** Forgets all frames; the next one gets the stretch of its own tones. */
  readonly restart: () => void;
};

/**
 * The ends of the stretch stay until the picture has needed others for a while, and then glide: a
 * bright object that enters must not darken everything else. They move faster if much of the
 * picture changes.
 */
export const createSteadyLevels = (): SteadyLevels => {
  let held: Ends | null = null;
  let strength = 0;
  let patience = 0;
  return {
    next: (counts, autoLevels, changed) => {
      const wanted = endsOf(counts, autoLevels);
      // a change of the parameter applies at once
      if (held === null || autoLevels !== strength) held = wanted;
      strength = autoLevels;
      const isOff = distance(held, wanted) > (patience > PATIENCE ? NEAR : TOLERANCE);
      patience = isOff ? patience + 1 + STIR * changed : 0;
      if (patience > PATIENCE) held = towards(held, wanted, Math.max(PACE, FASTEST * changed));
      return { black: held.black, scale: 1 / (held.white - held.black) };
    },
    restart: () => {
      held = null;
      patience = 0;
    },
  };
};

/** Tones that become black and the densest glyph. */
type Ends = { readonly black: number; readonly white: number };

/** Error of the ends, as tones, from which they move, and at which they stop. */
const TOLERANCE = 0.02;
const NEAR = 0.004;

/** Frames of such an error before they move. */
const PATIENCE = 15;

/** Additional frames that a frame counts for if everything in it changes. */
const STIR = 14;

/** Largest step of an end per frame: in a still picture, and if everything changes. */
export const PACE = 0.003;
const FASTEST = 0.05;

const endsOf = (counts: ToneCounts, autoLevels: number): Ends => {
  const { black, scale } = levelingOf(counts, autoLevels);
  return { black, white: black + 1 / scale };
};

const distance = (one: Ends, other: Ends): number =>
  Math.max(Math.abs(one.black - other.black), Math.abs(one.white - other.white));

/** Limits both ends equally, so that they never cross. */
const towards = (ends: Ends, goal: Ends, most: number): Ends => ({
  black: ends.black + clamp(goal.black - ends.black, most),
  white: ends.white + clamp(goal.white - ends.white, most),
});

const clamp = (value: number, most: number): number => Math.min(most, Math.max(-most, value));
