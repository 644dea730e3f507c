import { PARAMS } from "@lumiglyph/contract";
import type { Frame } from "../frame.ts";
import { percentile } from "../math/percentile.ts";
import { percept } from "../math/srgb.ts";
import { makePlane, type Plane } from "../plane.ts";
import type { Stage } from "../stage.ts";

/**
 * Percentile auto-levels on the perceptual scale: at the default of `autoLevels` the darkest fiftieth becomes black and
 * the brightest one the densest glyph, past it a little more of both; at 0 the picture keeps its own tones. Transparent
 * samples have no say in what is bright; they are black, and so have one in what is dark: a subject's darkest part must not
 * melt into its ground.
 */
export const levels: Stage = {
  name: "levels",
  says: "percentile histogram stretch on the perceptual scale",
  wanted: () => true,
  run: (frame, { autoLevels }) => {
    const { tone, counts, opaque } = perceive(frame);
    if (autoLevels === 0) return { ...frame, tone };
    const reach = autoLevels / PARAMS.autoLevels.default;
    const ends = endsOf(counts, tone.data.length - opaque, Math.max(1, 1 + CLIPPING * (reach - 1)));
    const trust = Math.min(1, (ends.white - ends.black) / LEAST_RANGE);
    const strength = trust * Math.min(1, reach);
    const black = strength * ends.black;
    const scale = 1 / (1 - strength * (1 - ends.white) - black);
    stretch(tone, black, scale);
    return { ...frame, tone };
  },
};

/** The perceptual tone of each sample, and how many of those that are more opaque than not have each tone. */
const perceive = ({ light, opacity }: Frame): { tone: Plane; counts: Uint32Array; opaque: number } => {
  const tone = makePlane(light.width, light.height);
  const counts = new Uint32Array(STEPS + 1);
  let opaque = 0;
  for (let i = 0; i < light.data.length; i++) {
    const value = percept(light.data[i]!);
    tone.data[i] = value;
    if (opacity !== null && opacity.data[i]! < 0.5) continue;
    const step = (value * STEPS + 0.5) | 0;
    counts[step] = counts[step]! + 1;
    opaque++;
  }
  return { tone, counts, opaque };
};

/** In place: the plane is the stage's own, and a new one costs as much as the work. */
const stretch = ({ data }: Plane, black: number, scale: number): void => {
  for (let i = 0; i < data.length; i++) data[i] = (data[i]! - black) * scale;
};

const STEPS = 4096;
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

/** The tones, 0 to 1, that become black and the densest glyph, given the opaque samples' tones and how many are not opaque. */
const endsOf = (counts: Uint32Array, transparent: number, clipping: number): { black: number; white: number } => {
  const white = percentile(counts, 1 - BRIGHT_SHARE * clipping);
  const all = new Uint32Array(counts);
  all[0] = all[0]! + transparent;
  const black = percentile(all, DARK_SHARE * clipping);
  const ground = flatGround(all, black + (white - black) / 8);
  return { black: Math.max(black, ground) / STEPS, white: white / STEPS };
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
