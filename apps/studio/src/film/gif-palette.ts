import type { Rgb } from "../paint/page.ts";

/** Colors by their places, and the place of the color that is nearest to a pixel. */
export type GifPalette = {
  readonly colors: readonly Rgb[];
  /** A pixel as on a board: red in the lowest byte. */
  readonly placeOf: (pixel: number) => number;
};

/** Steps from the ground to the ink: what lies between them is blended, so none is off by more than a step's half. */
const STEPS = 64;

/** The colors of a film in one ink. */
export const inkColors = (ground: Rgb, ink: Rgb): readonly Rgb[] =>
  Array.from({ length: STEPS }, (_, step) => {
    const share = step / (STEPS - 1);
    const mixed = (i: 0 | 1 | 2): number => Math.round(ground[i] + (ink[i] - ground[i]) * share);
    return [mixed(0), mixed(1), mixed(2)];
  });

/** A palette of given colors. A pixel's nearest is looked for once for all that share its highest five or six bits a channel. */
export const createGifPalette = (colors: readonly Rgb[]): GifPalette => {
  const places = new Int16Array(2 ** 16).fill(-1);
  return {
    colors,
    placeOf: (pixel) => {
      const key = ((pixel & 0xf8) << 8) | ((pixel & 0xfc00) >> 5) | ((pixel & 0xf80000) >> 19);
      if (places[key] === -1) places[key] = nearest(colors, pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255);
      return places[key]!;
    },
  };
};

const nearest = (colors: readonly Rgb[], red: number, green: number, blue: number): number => {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [place, color] of colors.entries()) {
    const distance = (color[0] - red) ** 2 + (color[1] - green) ** 2 + (color[2] - blue) ** 2;
    if (distance >= least) continue;
    best = place;
    least = distance;
  }
  return best;
};
