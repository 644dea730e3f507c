/** Tones a little darker than black and brighter than the densest glyph are kept: they pull their neighbors the right way. */
export const TONE_FLOOR = -0.03;
export const TONE_CEILING = 1.03;

export const clampTone = (value: number): number => Math.min(TONE_CEILING, Math.max(TONE_FLOOR, value));
