import type { Leveling } from "../frame.ts";
import type { ToneCounts } from "../plane.ts";
import { levelingOf } from "../stages/levels.ts";
/** Levels that hold still. */
export type SteadyLevels = {
  /** The stretch for a frame with these tones, of whose cells this share has changed. */
  readonly next: (counts: ToneCounts, autoLevels: number, changed: number) => Leveling;
  /** Forgets all frames: the next one gets the stretch of its own tones. */
  readonly restart: () => void;
};

/**
 * The ends of the stretch stay where they are until the picture has wanted them elsewhere for a while, and then they glide:
 * a bright thing that enters must not darken all the rest. Where much of the picture changes, they may go faster.
 */
export const createSteadyLevels = (): SteadyLevels => {
  let held: Ends | null = null;
  let strength = 0;
  let patience = 0;
  return {
    next: (counts, autoLevels, changed) => {
      const wanted = endsOf(counts, autoLevels);
      // what the parameter itself does is wanted at once
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

/** How far off the ends may be, as tones; once they glide, where they stop. */
const TOLERANCE = 0.02;
const NEAR = 0.004;

/** Frames that they have to be off before they move. */
const PATIENCE = 15;

/** How many frames a frame counts for in which everything changes. */
const STIR = 14;

/** Most that an end moves in a frame: in a still picture, and where everything changes. */
export const PACE = 0.003;
const FASTEST = 0.05;

const endsOf = (counts: ToneCounts, autoLevels: number): Ends => {
  const { black, scale } = levelingOf(counts, autoLevels);
  return { black, white: black + 1 / scale };
};

const distance = (one: Ends, other: Ends): number =>
  Math.max(Math.abs(one.black - other.black), Math.abs(one.white - other.white));

/** Both ends at the same pace, so that they never pass each other. */
const towards = (ends: Ends, goal: Ends, most: number): Ends => ({
  black: ends.black + clamp(goal.black - ends.black, most),
  white: ends.white + clamp(goal.white - ends.white, most),
});

const clamp = (value: number, most: number): number => Math.min(most, Math.max(-most, value));
