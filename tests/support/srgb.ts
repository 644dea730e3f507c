/** Colors as the standards define them, without the engine's tables: what tests and judges compare it with. */

/** Linear red, green and blue. */
export type Color = readonly [number, number, number];

/** Linear light, 0 to 1, of an sRGB value, 0 to 1 (IEC 61966-2-1). */
export const lightOf = (encoded: number): number =>
  encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;

/** The sRGB value of linear light, clipped to 0 and 1: a scale with perceptually even steps. */
export const toneOf = (light: number): number => {
  const shown = Math.min(1, Math.max(0, light));
  return shown <= 0.0031308 ? 12.92 * shown : 1.055 * shown ** (1 / 2.4) - 0.055;
};

/** Rec. 709 luminance. */
export const luminanceOf = ([red, green, blue]: Color): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

/** Ottosson (2020). */
export const oklab = ([red, green, blue]: Color): Color => {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
};
