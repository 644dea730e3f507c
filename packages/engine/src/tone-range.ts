/** Tones a little darker than black and brighter than the densest glyph are kept: they pull their neighbors the right way. */
export const TONE_FLOOR = -0.03;
export const TONE_CEILING = 1.03;

/** Branches rather than `Math.min` and `Math.max`, which look out for NaN and −0 and take three times as long. */
export const clampTone = (value: number): number => {
  if (value < TONE_FLOOR) return TONE_FLOOR;
  if (value > TONE_CEILING) return TONE_CEILING;
  return value;
};
