import { fromTone, toTone } from "../math/srgb.ts";
import { within } from "../plane.ts";
import { brightness, type CellRoom } from "./cell-room.ts";
import { lightShare, type Masks } from "./masks.ts";

/** Readability settings of letters on their backgrounds. */
export type LetterLook = {
  /** The share of a cell's color that its background carries: 0 for letters on the page, 1 for no contrast beyond the cell's own. */
  readonly fill: number;
  /** The page's background: 0 for black, 1 for white. */
  readonly page: 0 | 1;
  /** A glyph to prefer in each cell, or `FREE`, and its bonus in squares. */
  readonly liked: Uint8Array;
  readonly worth: Float32Array;
};

/**
 * Spreads the two colors of a cell in its own hue until its letter can be read: lighter than its background on a dark cell,
 * darker on a light one, on paper the reverse. Colors that the fit has set farther apart stay.
 */
export const legible = (masks: Masks, glyph: number, { fill, page }: LetterLook, room: CellRoom): void => {
  const cover = masks.mean[glyph]!;
  if (fill === 0 || cover === 0 || masks.scale[glyph] === 0) return;
  const { mean, low, high, ink, ground } = room;
  const here = brightness(mean);
  // how far the cell stands out from the page
  const reach = Math.abs(page - here);
  const wanted = backgroundShare(fill, cover, reach);
  const apart = brightness(ink) - brightness(ground);
  // the fit draws the cell's own detail, as in eyes
  const detail = DETAIL * within((brightness(high) - brightness(low) - PLAIN_RANGE) / PLAIN_RANGE, 0, 1);
  // a letter on a plain dark sky or white sheet looks like dirt
  const quiet = fill * Math.max(1 - reach / FAINT, (reach - 1) / PLAIN_SHEET + 1, 0);
  const contrast = reach * (inkShare(wanted, cover) - wanted) * (1 - detail * Math.min(1, 2 * fill)) * (1 - quiet);
  if (Math.abs(apart) >= contrast) return;
  const away = page === 0 ? 1 : -1;
  const isTurned = reach > TURN && fill >= LEAST_TURNED;
  const usual = isTurned ? -away : away;
  const side = Math.abs(apart) > contrast / 3 && fill >= LEAST_TURNED ? Math.sign(apart) : usual;
  const behind = side === away ? reach * wanted : reach + contrast * cover;
  const more = away * behind - away * Math.abs(page - brightness(ground));
  const add = side * contrast - apart + more;
  for (let channel = 0; channel < 3; channel++) {
    const hue = Math.abs(page - mean[channel]!) / Math.max(NO_HUE, reach);
    ink[channel] = ink[channel]! + add * hue;
    ground[channel] = ground[channel]! + more * hue;
  }
};

/** How far a background stands out from the page relative to its cell, by square roots of light. */
const backgroundShare = (fill: number, cover: number, reach: number): number => {
  const own = Math.sqrt(fill);
  // the most contrast that looks good; less fill allows more
  const step = (MOST * (1 - fill)) / Math.max(1e-3, fill * reach);
  const held = Math.sqrt(Math.max(0, 1 - cover * (1 - cover) * step * step)) - cover * step;
  return Math.max(own, held);
};

/** The same for an ink, so that ink and background together have the cell's light. */
const inkShare = (background: number, cover: number): number =>
  Math.sqrt(Math.max(0, (1 - (1 - cover) * background * background) / cover));

/**
 * The maximum contrast in sRGB values at a `fill` of one half. Blind juries chose this and the
 * other numbers here.
 */
const MOST = 0.24;

/**
 * Cells that differ from the page by less than `FAINT`, as a dark sky on black, or by more than
 * 1 − `PLAIN_SHEET`, as a white sheet on black, have quieter letters.
 */
const FAINT = 0.25;
const PLAIN_SHEET = 0.16;

/** Reduction of contrast for a cell with twice the range of `PLAIN_RANGE`. */
const DETAIL = 0.6;
const PLAIN_RANGE = 0.3;

/** Cells nearer to the page than this have hardly any hue. */
const NO_HUE = 0.08;

/**
 * Cells that differ from the page by more than `TURN` have letters that are nearer to it than their
 * backgrounds, if `fill` is at least `LEAST_TURNED`.
 */
const TURN = 0.75;
const LEAST_TURNED = 0.4;

/**
 * Scales the two colors channel by channel so that the cell has its light, as far as their ranges
 * allow.
 */
export const holdLight = (masks: Masks, glyph: number, { fill, page }: LetterLook, room: CellRoom): void => {
  const { light, ink, ground } = room;
  const most = MOST_CARRIED * fill;
  for (let channel = 0; channel < 3; channel++) {
    const [front, behind] = [within(ink[channel]!, 0, 1), within(ground[channel]!, 0, 1)];
    const share = lightShare(masks, glyph, front - behind);
    const wanted = Math.abs(page - light[channel]!);
    const [inked, bare] = [Math.abs(page - fromTone(front)), Math.abs(page - fromTone(behind))];
    const shown = share * inked + (1 - share) * bare;
    const gain = shown > NO_LIGHT ? wanted / shown : 1;
    const letter = Math.min(1, inked * gain);
    // the background shows the light that the ink cannot
    const free = share < 1 ? (wanted - share * letter) / (1 - share) : bare * gain;
    const rest = within(free, 0, most < 1 ? most * wanted : 1);
    ink[channel] = toTone(Math.abs(page - letter));
    ground[channel] = toTone(Math.abs(page - rest));
  }
};

const NO_LIGHT = 1e-4;

/** Maximum light of a background relative to its cell, in multiples of `fill`. */
const MOST_CARRIED = 2.6;
