import { denoised } from "./denoised.ts";
import { levelsOf } from "./levels.ts";
import { lineArt } from "./line-art.ts";
import type { Picture } from "./picture.ts";
import { blurred, changed, type Plane, resized } from "./plane.ts";
import type { KnownParams } from "./response.ts";
import { lifted, lightOf, toneOf } from "./tones.ts";
import { seen } from "./views.ts";

/** What a page is to show of a picture, 2 × 4 samples a cell; tones are 0 to 1, the charset's densest glyph being 1. */
export type Wanted = {
  /** What the page is to show, a little beyond 0 and 1 too. */
  readonly tones: Plane;
  /** The same before line art is made of it: contours are looked for here. */
  readonly shades: Plane;
  /** How often a difference of tones is as large as it was in the picture. */
  readonly stretch: number;
};

/** The tones of a picture after everything that parameters do to them. */
export const wantedOf = ({ light, opacity }: Picture, params: KnownParams): Wanted => {
  const own = changed(seen(light), toneOf);
  const { black, scale } = levelsOf(own, opacity, params.autoLevels);
  const curve = (tone: number): number => bent(kept((tone - black) * scale), params);
  // what becomes of the black behind a transparent picture is taken out again
  const curved = changed(own, (tone, i) => kept(curve(tone) - (1 - opacity.data[i]!) * Math.max(0, curve(0))));
  const calm = changed(denoised(curved, params.denoise), kept);
  const soft = blurred(calm, 1);
  const shades = changed(calm, (tone, i) => kept(tone + (4 / 3) * params.sharpen * (tone - soft.data[i]!)));
  return { shades, stretch: scale, tones: params.edges ? lineArt(shades, opacity, params) : shades };
};

/** Tones are kept a little beyond black and the densest glyph. */
const kept = (tone: number): number => Math.min(1.03, Math.max(-0.03, tone));

/** `contrast` around mid-gray, `brightness`, `gamma` and `invert`, in this order. */
const bent = (tone: number, { contrast, brightness, gamma, invert }: KnownParams): number => {
  const moved = kept((tone - 0.5) * contrast + 0.5 + brightness / 255);
  const curved = moved <= 0 ? moved : moved ** (1 / gamma);
  return kept(invert ? 1 - curved : curved);
};

/** The light of line art, which is a picture of its own: a page of it is compared with it. */
export const lightOfLines = ({ tones }: Wanted): Plane =>
  changed(tones, (tone) => lightOf(Math.min(1, Math.max(0, tone))));

/** The light that each cell is to have, 0 to 1, that of the densest glyph being 1. */
export const wantedLight = ({ tones }: Wanted, densest: number): Float64Array => {
  const brightest = toneOf(densest);
  const light = changed(tones, (tone) =>
    tone <= 0 ? (tone * brightest) / 12.92 : lightOf(Math.min(1, lifted(tone) * brightest)),
  );
  return resized(light, tones.width / 2, tones.height / 4).data.map((value) =>
    Math.min(1, Math.max(0, value / densest)),
  );
};
