import type { Leveling } from "../pipeline-state.ts";
import { percentile, TONE_STEPS, type ToneCounts } from "../plane.ts";
import type { Stage } from "../stage.ts";

/**
 * Percentile auto-levels on the perceptual scale. At 1 the darkest `CLIPPED` samples become black and the brightest become
 * the densest glyph; at 0 the picture keeps its tones; in between, both ends move that share of the way. Transparent
 * samples do not count at the bright end. They are black and count at the dark end, so that the darkest part of a subject
 * does not merge with its background. `tone` applies the stretch together with its own curve.
 */
export const levels: Stage = {
  name: "levels",
  summary: "percentile histogram stretch on the perceptual scale",
  wanted: () => true,
  run: (state, { autoLevels }) => ({ ...state, leveling: levelingOf(state.tones, autoLevels) }),
};

/** The stretch that `autoLevels` gives to a picture with these tones. */
export const levelingOf = (counts: ToneCounts, autoLevels: number): Leveling => {
  const ends = endsOf(counts);
  const strength = autoLevels * Math.min(1, (ends.white - ends.black) / LEAST_RANGE);
  const black = strength * ends.black;
  return { black, scale: 1 / (1 - strength * (1 - ends.white) - black) };
};

/** Share of the samples that the full stretch clips at each end. */
const CLIPPED = 0.03;

/** A picture with a smaller range than this is stretched less, because only its noise would become visible. */
const LEAST_RANGE = 0.02;

/**
 * A flat dark background: this share of the picture within `FLAT_WIDTH` steps, in the lowest eighth of the range. It
 * becomes black, because a tone just above black can only be rendered as a lattice of dots.
 */
const FLAT_SHARE = 0.2;
const FLAT_WIDTH = 8;

/** The tones, 0 to 1, that become black and the densest glyph. */
const endsOf = ({ opaque, transparent }: ToneCounts): { black: number; white: number } => {
  const white = percentile(opaque, 1 - CLIPPED);
  const all = new Uint32Array(opaque);
  all[0] = all[0]! + transparent;
  const black = percentile(all, CLIPPED);
  const flatEnd = flatBackgroundEnd(all, black + (white - black) / 8);
  return { black: Math.max(black, flatEnd) / TONE_STEPS, white: white / TONE_STEPS };
};

/** The brightest step, up to the highest, at which a flat background ends; 0 if there is none. */
const flatBackgroundEnd = (counts: Uint32Array, highest: number): number => {
  let total = 0;
  for (let step = 0; step < counts.length; step++) total += counts[step]!;
  let flatEnd = 0;
  let mass = 0;
  for (let step = 0; step <= highest; step++) {
    mass += counts[step]! - (step < FLAT_WIDTH ? 0 : counts[step - FLAT_WIDTH]!);
    if (mass > FLAT_SHARE * total) flatEnd = step;
  }
  return flatEnd;
};
