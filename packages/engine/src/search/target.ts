import { power } from "../math/power.ts";
import { toEncoded, toLight } from "../math/srgb.ts";
import { makePlane, type Plane, TONE_CEILING, TONE_FLOOR } from "../plane.ts";
/** The light to draw for a tone at each sample, where tone 1 is the densest glyph; tones must be within their range. */
export const lightOfTone = (tone: Plane, densest: number): Plane => {
  const curve = lightCurve(densest);
  const out = makePlane(tone.width, tone.height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = lightOn(curve, tone.data[i]!);
  return out;
};

/** The light that a curve has for a tone. */
export const lightOn = (curve: Float32Array, tone: number): number => curve[((tone - TONE_FLOOR) * STEPS + 0.5) | 0]!;

/** Linear light by tone, to be read by `lightOn`: one curve for each charset's densest glyph. */
export const lightCurve = (densest: number): Float32Array => {
  const curve = CURVES.get(densest) ?? makeCurve(densest);
  CURVES.set(densest, curve);
  return curve;
};

const CURVES = new Map<number, Float32Array>();

const STEPS = 4096;
const LENGTH = Math.floor((TONE_CEILING - TONE_FLOOR) * STEPS) + 2;

/**
 * What a page of glyphs needs to look right, whatever the parameters say: mid-tones are lifted by this power, because the
 * texture of glyphs is seen as contrast that the picture does not have.
 */
export const LIFT = 0.878;

const makeCurve = (densest: number): Float32Array => {
  const top = toEncoded(densest);
  return Float32Array.from({ length: LENGTH }, (_, step) => {
    const tone = TONE_FLOOR + step / STEPS;
    return tone <= 0 ? (tone * top) / 12.92 : toLight(Math.min(1, power(tone, LIFT) * top));
  });
};
