import type { Plane } from "./plane.ts";

/** A stretch of tones: (tone − black) × scale. */
export type Levels = { readonly black: number; readonly scale: number };

/** Tones are counted in so many steps over 0 to 1. */
const STEPS = 4096;

/**
 * At full strength 3 of 100 samples become black and 3 the brightest there is. What is transparent is black and counts among
 * the dark samples only. A picture of less than 0.02 from end to end is stretched less: its tones are noise.
 */
export const levelsOf = (tones: Plane, opacity: Plane, autoLevels: number): Levels => {
  const steps = tones.data.map((tone) => Math.round(tone * STEPS));
  const opaque = steps.filter((_, i) => opacity.data[i]! >= 0.5).sort();
  const all = steps.map((step, i) => (opacity.data[i]! >= 0.5 ? step : 0)).sort();
  const [darkest, brightest] = [ranked(all, 0.03), ranked(opaque, 0.97)];
  const ground = groundIn(all, darkest + (brightest - darkest) / 8);
  const [black, white] = [Math.max(darkest, ground) / STEPS, brightest / STEPS];
  const strength = autoLevels * Math.min(1, (white - black) / 0.02);
  return { black: strength * black, scale: 1 / (1 - strength * (1 - white) - strength * black) };
};

/** The least of ascending values that this share of them is not above. */
const ranked = (ascending: Float64Array, share: number): number =>
  ascending[Math.max(0, Math.ceil(share * ascending.length - 1e-6) - 1)] ?? 0;

/** A flat dark ground, more than a fifth of all samples within eight steps, is taken for black up to its brightest step. */
const groundIn = (ascending: Float64Array, highest: number): number => {
  const upTo = Array.from({ length: Math.floor(highest) + 1 }, () => 0);
  for (const step of ascending) if (step < upTo.length) upTo[step]!++;
  for (let step = 1; step < upTo.length; step++) upTo[step]! += upTo[step - 1]!;
  return Math.max(
    0,
    upTo.findLastIndex((count, step) => count - (upTo[step - 8] ?? 0) > 0.2 * ascending.length),
  );
};
