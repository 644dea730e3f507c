import { power } from "../math/power.ts";
import { toEncoded, toLight } from "../math/srgb.ts";
import { makePlane, type Plane, TONE_CEILING, TONE_FLOOR } from "../plane.ts";
/**
 * The light to render for the tone of each sample; tone 1 is the densest glyph. Tones must be within `TONE_FLOOR` and
 * `TONE_CEILING`.
 */
export const lightOfTone = (tone: Plane, densest: number): Plane => {
  const curve = lightCurve(densest);
  const out = makePlane(tone.width, tone.height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = lightOn(curve, tone.data[i]!);
  return out;
};

/** Looks up the light for a tone. */
export const lightOn = (curve: Float32Array, tone: number): number => curve[((tone - TONE_FLOOR) * STEPS + 0.5) | 0]!;

/** Linear light by tone, to be read by `lightOn`; one curve per charset, given its densest glyph. */
export const lightCurve = (densest: number): Float32Array => {
  const curve = CURVES.get(densest) ?? makeCurve(densest);
  CURVES.set(densest, curve);
  return curve;
};

const CURVES = new Map<number, Float32Array>();

const STEPS = 4096;
const LENGTH = Math.floor((TONE_CEILING - TONE_FLOOR) * STEPS) + 2;

/**
 * Mid-tones are lifted by this power, whatever the parameters, because the texture of glyphs is perceived as contrast that
 * the picture does not have.
 */
export const LIFT = 0.878;

const makeCurve = (densest: number): Float32Array => {
  const top = toEncoded(densest);
  return Float32Array.from({ length: LENGTH }, (_, step) => {
    const tone = TONE_FLOOR + step / STEPS;
    return tone <= 0 ? (tone * top) / 12.92 : toLight(Math.min(1, power(tone, LIFT) * top));
  });
};
