import { toEncoded, toLight } from "../math/srgb.ts";
import { makePlane, type Plane } from "../plane.ts";
import { TONE_CEILING, TONE_FLOOR } from "../tone-range.ts";
import type { GlyphSet } from "./glyph-set.ts";

/** The light that a tone stands for at each sample, where tone 1 is the densest glyph; tones must be within their range. */
export const lightOfTone = (tone: Plane, densest: number): Plane => {
  const curve = PLAIN_CURVES.get(densest) ?? lightCurve(densest, 0);
  PLAIN_CURVES.set(densest, curve);
  return read(tone, curve);
};

/** One for each charset: they have nothing to do with the picture. */
const PLAIN_CURVES = new Map<number, Float32Array>();

/** The light to aim for at each sample with the glyphs of a set. */
export const targetLight = (tone: Plane, set: GlyphSet): Plane => read(tone, targetCurve(set));

/** The light to aim for by tone with the glyphs of a set, to be read by `lightOn`. */
export const targetCurve = ({ densest, floor }: GlyphSet): Float32Array => lightCurve(densest, floor);

/** The light that a curve has for a tone. */
export const lightOn = (curve: Float32Array, tone: number): number => curve[((tone - TONE_FLOOR) * STEPS + 0.5) | 0]!;

const read = (tone: Plane, curve: Float32Array): Plane => {
  const out = makePlane(tone.width, tone.height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = lightOn(curve, tone.data[i]!);
  return out;
};

const STEPS = 4096;
const LENGTH = Math.floor((TONE_CEILING - TONE_FLOOR) * STEPS) + 2;

/** `toLight` of each step of encoded value. */
const LIGHTS = Float64Array.from({ length: STEPS + 2 }, (_, step) => toLight(Math.min(1, step / STEPS)));

/** Linear light by perceptual tone, with near-blacks lifted over a floor. */
const lightCurve = (densest: number, floor: number): Float32Array => {
  const top = toEncoded(densest);
  const curve = new Float32Array(LENGTH);
  for (let step = 0; step < LENGTH; step++) {
    const encoded = (TONE_FLOOR + step / STEPS) * top;
    curve[step] = liftDark(encoded <= 0 ? encoded / 12.92 : lightAt(Math.min(1, encoded)), floor);
  }
  return curve;
};

const lightAt = (encoded: number): number => {
  const step = Math.floor(encoded * STEPS);
  const low = LIGHTS[step]!;
  return low + (LIGHTS[step + 1]! - low) * (encoded * STEPS - step);
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
