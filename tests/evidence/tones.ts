/** Linear light, 0 to 1, of an encoded value (IEC 61966-2-1). */
export const lightOf = (tone: number): number => (tone <= 0.04045 ? tone / 12.92 : ((tone + 0.055) / 1.055) ** 2.4);

/** The encoded value of linear light, both clipped to 0 and 1: a scale with perceptually even steps. */
export const toneOf = (light: number): number => {
  const shown = Math.min(1, Math.max(0, light));
  return shown <= 0.0031308 ? 12.92 * shown : 1.055 * shown ** (1 / 2.4) - 0.055;
};

/** Published: art shows mid-tones brighter than the picture, by this power of the tone. */
const LIFT = 0.878;

/** Published: in color, white is this share of the densest glyph's light in white; blocks lose nothing. */
export const pageGain = (densest: number): number => (densest > 0.5 ? 1 : 0.9);

/** The tone, above 0, that art shows for a tone of the picture. */
export const lifted = (tone: number): number => tone ** LIFT;

/** The tone, 0 or more, that a tone of the art represents. */
export const lowered = (tone: number): number => tone ** (1 / LIFT);
