import { CELL_HEIGHT, CELL_WIDTH } from "../cells.ts";
import { atlasFor, type Background } from "../glyphs/atlas.ts";
import { power } from "../math/power.ts";
import { toEncoded, toLight, toTone } from "../math/srgb.ts";
import { makePlane, type Plane, TONE_CEILING, TONE_FLOOR } from "../plane.ts";

/** Perceived effect, from 0 to 1, of light that ink adds to black or takes away from paper. */
export const seenLight = (light: number, background: Background): number =>
  background === "dark" ? toEncoded(light) : 1 - toEncoded(1 - light);

/** The same by table lookup. */
export const toneOn = (light: number, background: Background): number =>
  background === "dark" ? toTone(light) : 1 - toTone(1 - light);

/** The inverse of `seenLight`. */
const lightSeen = (seen: number, background: Background): number =>
  background === "dark" ? toLight(seen) : 1 - toLight(1 - seen);

/**
 * Inputs of a curve of wanted light: the densest glyph, whether inks have colors, and the page's
 * background.
 */
export type PageTones = {
  readonly densest: number;
  readonly inked?: boolean;
  readonly background?: Background;
  /** The lift of mid-tones, as in `Atlas`. */
  readonly lift?: number;
};

/**
 * The light to render for the tone of each sample; tone 1 is the densest glyph, or in color the page's brightest white.
 * Tones must be within `TONE_FLOOR` and `TONE_CEILING`.
 */
export const lightOfTone = (tone: Plane, page: PageTones): Plane => {
  const curve = lightCurve(page);
  const out = makePlane(tone.width, tone.height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = lightOn(curve, tone.data[i]!);
  return out;
};

/** Looks up the light for a tone. */
export const lightOn = (curve: Float32Array, tone: number): number => curve[((tone - TONE_FLOOR) * STEPS + 0.5) | 0]!;

/** Linear light by tone, to be read by `lightOn`; one curve per charset and background, and one in color. */
export const lightCurve = (page: PageTones): Float32Array => {
  const { densest, inked = false, background = "dark", lift = liftOn(background) } = page;
  const key = `${densest} ${inked} ${background} ${lift}`;
  const curve = CURVES.get(key) ?? (inked ? makeInkedCurve(densest) : makeCurve(densest, background, lift));
  CURVES.set(key, curve);
  return curve;
};

const CURVES = new Map<string, Float32Array>();

const STEPS = 4096;
const LENGTH = Math.floor((TONE_CEILING - TONE_FLOOR) * STEPS) + 2;

/** The lift of mid-tones on a page for any font. */
export const liftOn = (background: Background): number => atlasFor("detailed", background).lift;

const makeCurve = (densest: number, background: Background, lift: number): Float32Array => {
  const top = seenLight(densest, background);
  const slope = background === "dark" ? 1 / 12.92 : PAPER_SLOPE;
  return Float32Array.from({ length: LENGTH }, (_, step) => {
    const tone = TONE_FLOOR + step / STEPS;
    return tone <= 0 ? tone * top * slope : lightSeen(Math.min(1, power(tone, lift) * top), background);
  });
};

/** Light by tone at white. */
const PAPER_SLOPE = 2.4 / 1.055;

/**
 * Light of a white cell on a page in color, relative to the densest glyph in white ink. With
 * characters the rest is headroom for glyphs of another form, which need brighter inks than the
 * densest; blocks differ in nothing but light, so they need none.
 */
export const pageGain = (densest: number): number => (densest > 0.5 ? 1 : 0.9);

/** In color a page is proportional to the picture, until `lightOfInk` makes it brighter. */
const makeInkedCurve = (densest: number): Float32Array =>
  Float32Array.from({ length: LENGTH }, (_, step) => {
    const tone = TONE_FLOOR + step / STEPS;
    return pageGain(densest) * densest * (tone <= 0 ? tone / 12.92 : toLight(Math.min(1, tone)));
  });

/** The light to render for the tone of each sample if each cell has an ink, given the luminance of the brightest of its hue. */
export const lightOfInks = (tone: Plane, page: PageTones, most: Float32Array): Plane => {
  const target = lightOfTone(tone, page);
  const { width, height, data } = target;
  const columns = width / CELL_WIDTH;
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor(y / CELL_HEIGHT) * columns;
    for (let x = 0; x < width; x++, i++) {
      data[i] = lightOfInk(data[i]!, most[row + Math.floor(x / CELL_WIDTH)]!, page.densest);
    }
  }
  return target;
};

/**
 * The light of a cell's ink for light in proportion to the picture: one gain for the whole page, rolled off towards the
 * brightest ink of the hue (Reinhard 2002), because clipping would change hues and lose form.
 */
export const lightOfInk = (light: number, most: number, densest: number): number => {
  const gain = inkGain(densest);
  const share = Math.max(0, light / (pageGain(densest) * densest * most));
  return (gain * light) / (1 + (gain - 1) * share);
};

/** The inverse of `lightOfInk`. */
export const lightShown = (light: number, most: number, densest: number): number => {
  const gain = inkGain(densest);
  const share = Math.min(1, Math.max(0, light / (pageGain(densest) * densest * most)));
  return light / (gain - (gain - 1) * share);
};

/**
 * Gain of a page with one ink per cell: more is brighter but has less contrast in light areas. Chosen by eye from 1.7, 2.5
 * and 4 on six pictures. Blocks can be as bright as the picture.
 */
const inkGain = (densest: number): number => (densest > 0.5 ? 1 : 2.5);
