import { PARAMS } from "@lumiglyph/contract";
import type { Leveling } from "../frame.ts";
import { percentile } from "../math/percentile.ts";
import type { Stage } from "../stage.ts";
import { TONE_STEPS, type ToneCounts } from "../tone-counts.ts";

/**
 * Percentile auto-levels on the perceptual scale: at the default of `autoLevels` the darkest fiftieth becomes black and
 * the brightest one the densest glyph, past it a little more of both; at 0 the picture keeps its own tones. Transparent
 * samples have no say in what is bright; they are black, and so have one in what is dark: a subject's darkest part must not
 * melt into its ground. `tone` carries the stretch out: both are one curve.
 */
export const levels: Stage = {
  name: "levels",
  says: "percentile histogram stretch on the perceptual scale",
  wanted: () => true,
  run: (frame, { autoLevels }) => ({ ...frame, leveling: levelingOf(frame.tones, autoLevels) }),
};

/** How `autoLevels` stretches a picture of which this is the count of each tone. */
export const levelingOf = (counts: ToneCounts, autoLevels: number): Leveling => {
  const reach = autoLevels / PARAMS.autoLevels.default;
  const ends = endsOf(counts, Math.max(1, 1 + CLIPPING * (reach - 1)));
  const trust = Math.min(1, (ends.white - ends.black) / LEAST_RANGE);
  const strength = trust * Math.min(1, reach);
  const black = strength * ends.black;
  return { black, scale: 1 / (1 - strength * (1 - ends.white) - black) };
};

const DARK_SHARE = 0.02;
const BRIGHT_SHARE = 0.02;

/** How much faster than `autoLevels` itself the clipped shares grow past the default. */
const CLIPPING = 10;

/** The flatter a picture is than this, the less it is stretched: that would show nothing but its noise. */
const LEAST_RANGE = 0.02;

/**
 * A flat dark ground: this share of the picture within `FLAT_WIDTH` steps, in the lowest eighth of the range. It is taken
 * for black, because a tone just above black can only be drawn as a lattice of dots.
 */
const FLAT_SHARE = 0.2;
const FLAT_WIDTH = 8;

/** The tones, 0 to 1, that become black and the densest glyph. */
const endsOf = ({ opaque, transparent }: ToneCounts, clipping: number): { black: number; white: number } => {
  const white = percentile(opaque, 1 - BRIGHT_SHARE * clipping);
  const all = new Uint32Array(opaque);
  all[0] = all[0]! + transparent;
  const black = percentile(all, DARK_SHARE * clipping);
  const ground = flatGround(all, black + (white - black) / 8);
  return { black: Math.max(black, ground) / TONE_STEPS, white: white / TONE_STEPS };
};

/** The brightest step, up to the highest, at which a flat ground ends; 0 where there is none. */
const flatGround = (counts: Uint32Array, highest: number): number => {
  let total = 0;
  for (let step = 0; step < counts.length; step++) total += counts[step]!;
  let ground = 0;
  let mass = 0;
  for (let step = 0; step <= highest; step++) {
    mass += counts[step]! - (step < FLAT_WIDTH ? 0 : counts[step - FLAT_WIDTH]!);
    if (mass > FLAT_SHARE * total) ground = step;
  }
  return ground;
};
