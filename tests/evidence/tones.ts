import { lightOf, toneOf } from "../support/srgb.ts";
/** Published: in color, white is this share of the densest glyph's light in white; blocks lose nothing. */
export const pageGain = (densest: number): number => (densest > 0.5 ? 1 : 0.9);

/** Published: with an ink per cell, the gain of a page of letters, rolled off towards the brightest ink of each hue. */
const inkGain = (densest: number): number => (densest > 0.5 ? 1 : 2.5);

/** The light with that gain, for light in proportion to the picture; `brightest` is the luminance of that ink. */
export const rolledOff = (light: number, densest: number, brightest: number): number => {
  const gain = inkGain(densest);
  return (gain * light) / (1 + ((gain - 1) * Math.max(0, light)) / (pageGain(densest) * densest * brightest));
};

/** The light without it. */
export const unrolled = (light: number, densest: number, brightest: number): number => {
  const gain = inkGain(densest);
  return light / (gain - (gain - 1) * Math.min(1, light / (pageGain(densest) * densest * brightest)));
};

/**
 * A page's background, and the power of the tone by which it shows mid-tones brighter than the
 * picture.
 */
export type Lift = { readonly isPaper: boolean; readonly lift: number };

/** The tone, 0 or more, that a tone of the art represents. */
export const lowered = (tone: number, { lift }: Lift): number => tone ** (1 / lift);

/** How much brighter than black, or darker than paper, light that ink adds or takes is seen. */
const seenLight = (light: number, isPaper: boolean): number => (isPaper ? 1 - toneOf(1 - light) : toneOf(light));

/** The light for a tone of ink, slightly beyond 0 and 1 too; tone 1 is the light of the densest glyph. */
export const lightOfInk = (tone: number, densest: number, { isPaper, lift }: Lift): number => {
  const top = seenLight(densest, isPaper);
  if (tone <= 0) return tone * top * (isPaper ? 2.4 / 1.055 : 1 / 12.92);
  const seen = Math.min(1, tone ** lift * top);
  return isPaper ? 1 - lightOf(1 - seen) : lightOf(seen);
};

/** The tone of ink for light relative to the densest glyph. */
export const toneOfInk = (light: number, densest: number, page: Lift): number =>
  Math.min(1, lowered(seenLight(light * densest, page.isPaper) / seenLight(densest, page.isPaper), page));
