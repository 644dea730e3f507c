import { lightOf, toneOf } from "../support/srgb.ts";
import type { Picture } from "./picture.ts";
import { blurred, changed, type Plane, resized } from "./plane.ts";
import type { KnownParams, Page } from "./response.ts";
import { type Lift, lightOfInk, pageGain, rolledOff } from "./tones.ts";
import { seen } from "./views.ts";

/** The target of the art, 2 × 4 samples a cell; tones are 0 to 1, where 1 is the charset's densest glyph. */
export type Expected = {
  /** The target tones, slightly beyond 0 and 1 too. */
  readonly tones: Plane;
  /** The same before line art: contours are found here. */
  readonly shades: Plane;
  /** The factor by which tone differences were stretched. */
  readonly stretch: number;
};

/** The tones of a picture after all parameters. */
export const expectedOf = ({ light, opacity }: Picture, params: KnownParams): Expected => {
  const own = changed(seen(light), toneOf);
  const { black, scale } = levelsOf(own, opacity, params.autoLevels);
  const curve = (tone: number): number => bent(kept((tone - black) * scale), params);
  // removes the processed black behind a transparent picture
  const curved = changed(own, (tone, i) => kept(curve(tone) - (1 - opacity.data[i]!) * Math.max(0, curve(0))));
  const calm = changed(denoised(curved, params.denoise), kept);
  const soft = blurred(calm, 1);
  const shades = changed(calm, (tone, i) => kept(tone + (4 / 3) * params.sharpen * (tone - soft.data[i]!)));
  return { shades, stretch: scale, tones: params.edges ? lineArt(shades, opacity, params) : shades };
};

/** Tones are clipped slightly beyond black and the densest glyph. */
const kept = (tone: number): number => Math.min(1.03, Math.max(-0.03, tone));

/** `contrast` around mid-gray, `brightness`, `gamma` and `invert`, in this order. On paper, tones are those of ink. */
const bent = (tone: number, { contrast, brightness, gamma, invert, background }: KnownParams): number => {
  const moved = kept((tone - 0.5) * contrast + 0.5 + brightness / 255);
  const curved = moved <= 0 ? moved : moved ** (1 / gamma);
  return kept(invert !== (background === "light") ? 1 - curved : curved);
};

/** The light of line art, which is the reference for it. */
export const lightOfLines = ({ tones }: Expected): Plane =>
  changed(tones, (tone) => lightOf(Math.min(1, Math.max(0, tone))));

/** The target light of a page in two colors a cell, or of characters in color on paper alone. */
export const expectedColors = ({ tones }: Expected, { isPaper, isBare }: Page, densest: number, lift: Lift): Plane =>
  changed(tones, (tone) => {
    if (isBare) return 1 - lightOfInk(tone, densest, lift);
    const own = Math.min(1, Math.max(0, tone));
    return lightOf(isPaper ? 1 - own : own);
  });

/**
 * The target light of each cell, 0 to 1, where 1 is the densest glyph in white; `brightest` are the luminances of the
 * brightest inks of the cells' hues, if each has an ink.
 */
export const expectedLight = (
  { tones }: Expected,
  densest: number,
  inColor: boolean,
  brightest: readonly number[] | null,
  lift: Lift,
): Float64Array => {
  const inWhite = (tone: number): number => lightOfInk(tone, densest, lift);
  const inInks = (tone: number, i: number): number => {
    const light = pageGain(densest) * densest * lightOf(Math.min(1, tone));
    if (brightest === null) return light;
    const [x, y] = [i % tones.width, Math.floor(i / tones.width)];
    return rolledOff(light, densest, brightest[(Math.floor(y / 4) * tones.width) / 2 + Math.floor(x / 2)]!);
  };
  const light = changed(tones, inColor ? inInks : inWhite);
  return resized(light, tones.width / 2, tones.height / 4).data.map((value) =>
    Math.min(1, Math.max(0, value / densest)),
  );
};

/** Steep tones become bright lines (Sobel); inverted, dark lines on the covered area. */
const lineArt = (tones: Plane, opacity: Plane, { edgeStrength, invert }: KnownParams): Plane =>
  changed(tones, (_, i) => {
    const line = Math.min(1, Math.max(0, 4 * edgeStrength * steepness(tones, i) - 0.15));
    return invert ? opacity.data[i]! * (1 - line) : line;
  });

/** Change of tone from one sample to the next; the outermost samples repeat beyond the border. */
const steepness = ({ width, height, data }: Plane, place: number): number => {
  const [x, y] = [place % width, Math.floor(place / width)];
  const at = (across: number, down: number): number => {
    const column = Math.min(width - 1, Math.max(0, x + across));
    return data[Math.min(height - 1, Math.max(0, y + down)) * width + column]!;
  };
  const across = at(1, -1) - at(-1, -1) + 2 * (at(1, 0) - at(-1, 0)) + at(1, 1) - at(-1, 1);
  const down = at(-1, 1) - at(-1, -1) + 2 * (at(0, 1) - at(0, -1)) + at(1, 1) - at(1, -1);
  return Math.hypot(across, down) / 8;
};

/** Removes grain: the change that a bilateral filter makes to means of 2 × 2 samples is applied to the samples. */
const denoised = (tones: Plane, denoise: number): Plane => {
  const coarse = resized(tones, tones.width / 2, tones.height / 2);
  const soft = filtered(coarse);
  return changed(tones, (tone, i) => {
    const at = Math.floor(i / tones.width / 2) * coarse.width + Math.floor((i % tones.width) / 2);
    return tone + denoise * (soft.data[at]! - coarse.data[at]!);
  });
};

/**
 * Averages every other sample up to two neighbors away, weighted by distance and similarity (Tukey's biweight: differences of
 * √(1/50) and more count nothing). The outermost samples repeat beyond the border.
 */
const filtered = (plane: Plane): Plane => {
  const { width, height, data } = plane;
  const within = (at: number, end: number): number => Math.min(end - 1, Math.max(0, at));
  return changed(plane, (own, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    let sum = 0;
    let weights = 0;
    for (const { across, down, nearness } of NEIGHBORS) {
      const value = data[within(y + 2 * down, height) * width + within(x + 2 * across, width)]!;
      const weight = nearness * Math.max(0, 1 - 50 * (value - own) ** 2) ** 2;
      sum += weight * value;
      weights += weight;
    }
    return sum / weights;
  });
};

/** 5 × 5 without the corners, with Gaussian weights. */
const NEIGHBORS = [-2, -1, 0, 1, 2]
  .flatMap((down) => [-2, -1, 0, 1, 2].map((across) => ({ across, down, square: across ** 2 + down ** 2 })))
  .filter(({ square }) => square < 8)
  .map(({ across, down, square }) => ({ across, down, nearness: Math.exp(-square / 18) }));

/** A stretch of tones: (tone − black) × scale. */
type Levels = { readonly black: number; readonly scale: number };

/** Steps of the tone histogram over 0 to 1. */
const STEPS = 4096;

/**
 * At full strength 3 of 100 samples become black and 3 the brightest. Transparent samples are black and count among the dark
 * only. A picture with a range below 0.02 is stretched less: its tones are noise.
 */
const levelsOf = (tones: Plane, opacity: Plane, autoLevels: number): Levels => {
  const steps = tones.data.map((tone) => Math.round(tone * STEPS));
  const opaque = steps.filter((_, i) => opacity.data[i]! >= 0.5).sort();
  const all = steps.map((step, i) => (opacity.data[i]! >= 0.5 ? step : 0)).sort();
  const [darkest, brightest] = [ranked(all, 0.03), ranked(opaque, 0.97)];
  const ground = groundIn(all, darkest + (brightest - darkest) / 8);
  const [black, white] = [Math.max(darkest, ground) / STEPS, brightest / STEPS];
  const strength = autoLevels * Math.min(1, (white - black) / 0.02);
  return { black: strength * black, scale: 1 / (1 - strength * (1 - white) - strength * black) };
};

/** The smallest of ascending values that this share of them does not exceed. */
const ranked = (ascending: Float64Array, share: number): number =>
  ascending[Math.max(0, Math.ceil(share * ascending.length - 1e-6) - 1)] ?? 0;

/** A flat dark background, more than a fifth of all samples within eight steps, counts as black up to its brightest step. */
const groundIn = (ascending: Float64Array, highest: number): number => {
  const upTo = Array.from({ length: Math.floor(highest) + 1 }, () => 0);
  for (const step of ascending) if (step < upTo.length) upTo[step]!++;
  for (let step = 1; step < upTo.length; step++) upTo[step]! += upTo[step - 1]!;
  return Math.max(
    0,
    upTo.findLastIndex((count, step) => count - (upTo[step - 8] ?? 0) > 0.2 * ascending.length),
  );
};
