import type { GridSize } from "@lumiglyph/contract";
import { CELL_PARTS } from "../cells.ts";
import { SHADES } from "../glyphs/mosaics.ts";
import { toTone } from "../math/srgb.ts";
import { within } from "../plane.ts";
import { type CellRoom, shiftParts } from "./cell-room.ts";
import type { CellFitter, CellTask } from "./cell-task.ts";
import { addedLight, lightShare } from "./masks.ts";
import { NEAR, type Palette, placeIn } from "./palettes.ts";
import type { TwoColors } from "./two-color-page.ts";

/**
 * Adds the palette's remaining error from the four previous cells, by the weights of Floyd and
 * Steinberg, limited so that no comb pattern shows.
 */
export const addLeft = (
  left: Float32Array,
  { columns }: GridSize,
  cell: number,
  column: number,
  room: CellRoom,
): void => {
  const isFirst = column === 0;
  const isLast = column === columns - 1;
  const above = 3 * (cell - columns);
  for (let channel = 0; channel < 3; channel++) {
    let carried = isFirst ? 0 : (left[3 * cell - 3 + channel]! * 7) / 16;
    if (above >= 0) {
      carried += (left[above + channel]! * 5) / 16;
      if (!isFirst) carried += left[above - 3 + channel]! / 16;
      if (!isLast) carried += (left[above + 3 + channel]! * 3) / 16;
    }
    const own = room.light[channel]!;
    room.light[channel] = within(own + PASSED_ON * carried, 0, 1);
    shiftParts(room, channel, within(toTone(room.light[channel]!) - toTone(own), -MOST_SHIFT, MOST_SHIFT));
  }
};

/** Maximum change of a cell's sRGB values by diffused error, and the share that is passed on. */
const MOST_SHIFT = 0.1;
const PASSED_ON = 0.3;

/** Colors of the palette that are tried for the ink and for the background. */
const fronts = new Uint8Array(NEAR);
const grounds = new Uint8Array(NEAR);

/** Gives a cell the glyph and the two colors of the palette with the least squares, near those of the best fit. */
export const paint = (
  { masks, look, tries }: CellTask,
  palette: Palette,
  page: TwoColors,
  cell: number,
  fitted: number,
  isHeld: boolean,
  { room, coveredSums }: CellFitter,
): void => {
  const { light, tone, near, white } = palette;
  const { count, inked, mixed, bare } = masks;
  const { mean, ink, ground } = room;
  for (const color of [ink, ground]) for (let k = 0; k < 3; k++) color[k] = within(color[k]!, 0, 1);
  const [front, behind] = [placeIn(ink), placeIn(ground)];
  const isOnPage = look !== null && look.fill === 0;
  const backs = isOnPage ? 1 : tries;
  for (let i = 0; i < tries; i++) fronts[i] = near[front + i]!;
  for (let i = 0; i < backs; i++) grounds[i] = isOnPage ? (look.page === 0 ? 0 : white) : near[behind + i]!;
  // the least search tries only the fitted glyph, and for mosaics the shades too
  const isLeast = isHeld || tries === 1;
  const first = isLeast ? count - (isHeld || look !== null ? 0 : SHADES.length) : 0;
  const sums = coveredSums(first, count);
  if (isLeast) coveredSums(fitted, fitted + 1);
  const end = isLeast ? count + 1 : count;
  // readable letters need their own background
  const firm = look === null ? 0 : FIRM * CELL_PARTS * (1 - look.fill);
  const [red, green, blue] = [CELL_PARTS * mean[0]!, CELL_PARTS * mean[1]!, CELL_PARTS * mean[2]!];
  let least = Number.POSITIVE_INFINITY;
  let [best, inkBest, groundBest] = [fitted, 0, 0];
  for (let i = 0; i < backs; i++) {
    const low = 3 * grounds[i]!;
    const [gr, gg, gb] = [tone[low]!, tone[low + 1]!, tone[low + 2]!];
    const [or, og, ob] = [gr - ground[0]!, gg - ground[1]!, gb - ground[2]!];
    const away = firm * (or * or + og * og + ob * ob) - 2 * (gr * red + gg * green + gb * blue);
    const behindBehind = gr * gr + gg * gg + gb * gb;
    for (let j = 0; j < tries; j++) {
      const high = 3 * fronts[j]!;
      const [ir, ig, ib] = [tone[high]!, tone[high + 1]!, tone[high + 2]!];
      const inkInk = ir * ir + ig * ig + ib * ib;
      const both = 2 * (ir * gr + ig * gg + ib * gb);
      const [dr, dg, db] = [2 * (ir - gr), 2 * (ig - gg), 2 * (ib - gb)];
      for (let i = first; i < end; i++) {
        const glyph = i === count ? fitted : i;
        const squares = inked[glyph]! * inkInk + mixed[glyph]! * both + bare[glyph]! * behindBehind;
        const error = away + squares - dr * sums[glyph]! - dg * sums[count + glyph]! - db * sums[2 * count + glyph]!;
        if (error >= least) continue;
        least = error;
        [best, inkBest, groundBest] = [glyph, high, low];
      }
    }
  }
  page.cells[cell] = best;
  for (let channel = 0, at = 3 * cell; channel < 3; channel++, at++) {
    const above = tone[inkBest + channel]! - tone[groundBest + channel]!;
    page.inks[at] = light[inkBest + channel]!;
    page.grounds[at] = light[groundBest + channel]!;
    page.more[at] = addedLight(masks, best, page.inks[at]!, page.grounds[at]!, above);
    const share = lightShare(masks, best, above);
    page.left[at] = room.light[channel]! - share * page.inks[at]! - (1 - share) * page.grounds[at]!;
  }
};

/** Weight of a letter's own background against the squares of a cell, at a `fill` of 0. */
const FIRM = 1;
