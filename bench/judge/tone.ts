/** Linear light, 0 to 1, of an sRGB value, 0 to 1 (IEC 61966-2-1). */
export const toLight = (encoded: number): number =>
  encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;

/** The sRGB value of linear light, both 0 to 1: the scale that a viewer's judgment is taken to follow. */
export const toEncoded = (light: number): number => {
  if (light <= 0) return 0;
  if (light >= 1) return 1;
  const step = Math.floor(light * STEPS);
  const low = CURVE[step]!;
  return low + (CURVE[step + 1]! - low) * (light * STEPS - step);
};

const STEPS = 8192;

/** Straight between its samples. It is part of the measure: edges of equal steepness are told apart by its last digits. */
const CURVE = Float32Array.from({ length: STEPS + 2 }, (_, step) => {
  const light = step / STEPS;
  return light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
});
