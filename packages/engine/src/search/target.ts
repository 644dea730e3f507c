import { toEncoded, toLight } from "../math/srgb.ts";
import { makePlane, type Plane } from "../plane.ts";
import { clampTone, TONE_CEILING, TONE_FLOOR } from "../tone-range.ts";
import type { GlyphSet } from "./glyph-set.ts";

/** The light that the glyphs of a set should give at each sample. */
export const targetLight = (tone: Plane, set: GlyphSet): Plane => {
  const curve = lightCurve(set);
  const out = makePlane(tone.width, tone.height);
  for (let i = 0; i < out.data.length; i++) {
    out.data[i] = curve[Math.floor((clampTone(tone.data[i]!) - TONE_FLOOR) * STEPS + 0.5)]!;
  }
  return out;
};

const STEPS = 4096;

/** Linear light by perceptual tone, where tone 1 is the set's densest glyph. */
const lightCurve = ({ densest, floor }: GlyphSet): Float64Array => {
  const top = toEncoded(densest);
  return Float64Array.from({ length: Math.floor((TONE_CEILING - TONE_FLOOR) * STEPS) + 2 }, (_, step) => {
    const tone = TONE_FLOOR + step / STEPS;
    return liftDark(tone <= 0 ? (tone * top) / 12.92 : toLight(Math.min(1, tone * top)), floor);
  });
};

/** Below the floor the search prefers a blank to the first glyph, so near-blacks are lifted just over it, and real ones not. */
const liftDark = (light: number, floor: number): number => {
  if (light <= 0 || light >= LIFTED * floor) return light;
  const share = light / floor;
  return floor * (share < DEAD ? share * (0.88 / DEAD + 0.267) : 0.88 + 0.267 * share);
};

/** Light up to which the lift reaches, and below which it fades out, as shares of the floor. */
const LIFTED = 1.2;
const DEAD = 0.3;
