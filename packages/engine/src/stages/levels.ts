import type { Leveling } from "../frame.ts";
import { percentile } from "../math/percentile.ts";
import { TONE_STEPS, type ToneCounts } from "../plane.ts";
import type { Stage } from "../stage.ts";
/**
 * Percentile auto-levels on the perceptual scale: at 1 the darkest `CLIPPED` samples become black and the brightest the
 * densest glyph, at 0 the picture keeps its own tones, in between both ends go that share of the way. Transparent samples
 * do not count among the bright ones; they are black, and count among the dark: a subject's darkest part must not melt
 * into its background. `tone` applies the stretch: both are one curve.
 */
export const levels: Stage = {
  name: "levels",
  says: "percentile histogram stretch on the perceptual scale",
  wanted: () => true,
  run: (frame, { autoLevels }) => ({ ...frame, leveling: levelingOf(frame.tones, autoLevels) }),
};

/** How `autoLevels` stretches a picture of which this is the count of each tone. */
export const levelingOf = (counts: ToneCounts, autoLevels: number): Leveling => {
  const ends = endsOf(counts);
  const strength = autoLevels * Math.min(1, (ends.white - ends.black) / LEAST_RANGE);
  const black = strength * ends.black;
  return { black, scale: 1 / (1 - strength * (1 - ends.white) - black) };
};

/** Share of the samples that the full stretch clips at each end. */
const CLIPPED = 0.03;

/** The flatter a picture is than this, the less it is stretched: that would show nothing but its noise. */
const LEAST_RANGE = 0.02;

/**
 * A flat dark ground: this share of the picture within `FLAT_WIDTH` steps, in the lowest eighth of the range. It is taken
 * for black, because a tone just above black can only be drawn as a lattice of dots.
 */
const FLAT_SHARE = 0.2;
const FLAT_WIDTH = 8;

/** The tones, 0 to 1, that become black and the densest glyph. */
const endsOf = ({ opaque, transparent }: ToneCounts): { black: number; white: number } => {
  const white = percentile(opaque, 1 - CLIPPED);
  const all = new Uint32Array(opaque);
  all[0] = all[0]! + transparent;
  const black = percentile(all, CLIPPED);
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
