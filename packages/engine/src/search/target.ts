import { power } from "../math/power.ts";
import { toEncoded, toLight } from "../math/srgb.ts";
import { makePlane, type Plane, TONE_CEILING, TONE_FLOOR } from "../plane.ts";

/**
 * The light to render for the tone of each sample; tone 1 is the densest glyph, or in color the page's brightest white.
 * Tones must be within `TONE_FLOOR` and `TONE_CEILING`.
 */
export const lightOfTone = (tone: Plane, densest: number, inked = false): Plane => {
  const curve = lightCurve(densest, inked);
  const out = makePlane(tone.width, tone.height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = lightOn(curve, tone.data[i]!);
  return out;
};

/** Looks up the light for a tone. */
export const lightOn = (curve: Float32Array, tone: number): number => curve[((tone - TONE_FLOOR) * STEPS + 0.5) | 0]!;

/** Linear light by tone, to be read by `lightOn`; one curve per charset, given its densest glyph, and one in color. */
export const lightCurve = (densest: number, inked = false): Float32Array => {
  const curves = inked ? INKED_CURVES : CURVES;
  const curve = curves.get(densest) ?? (inked ? makeInkedCurve : makeCurve)(densest);
  curves.set(densest, curve);
  return curve;
};

const CURVES = new Map<number, Float32Array>();
const INKED_CURVES = new Map<number, Float32Array>();

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

/**
 * Light of a white cell on a page in color, relative to the densest glyph in white ink. With characters the rest is room
 * for glyphs of another form, which need brighter inks than the densest; blocks differ in nothing but light.
 */
export const pageGain = (densest: number): number => (densest > 0.5 ? 1 : 0.9);

/** In color a page is proportional to the picture: the ink gives each cell exactly its light. */
const makeInkedCurve = (densest: number): Float32Array =>
  Float32Array.from({ length: LENGTH }, (_, step) => {
    const tone = TONE_FLOOR + step / STEPS;
    return pageGain(densest) * densest * (tone <= 0 ? tone / 12.92 : toLight(Math.min(1, tone)));
  });
