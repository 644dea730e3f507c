import type { GridSize } from "@lumiglyph/contract";
import { CELL_PARTS } from "../cells.ts";
import { LIGHT_OF_BYTE } from "../math/srgb.ts";
import type { Planes3 } from "../plane.ts";
import {
  brightness,
  type CellRoom,
  cellRoom,
  coveredSum,
  projectOnPage,
  projectParts,
  readLight,
  readParts,
  within,
  writeProducts,
} from "./cell-room.ts";
import { once } from "./footprints.ts";
import { holdLight, type Look, legible } from "./letters.ts";
import { addedLight, type Masks } from "./masks.ts";
import { addLeft, paint } from "./painted.ts";
import type { Palette } from "./palettes.ts";
import type { TwoColors } from "./two-color-page.ts";

/** What the cells of a page in two colors should show. */
export type CellTask = {
  /** The glyphs to choose from. The first is the blank if a cell has to be blank. */
  readonly masks: Masks;
  readonly size: GridSize;
  /** Colors of the parts of all cells as sRGB values from 0 to 1. */
  readonly wanted: Planes3;
  /** 1 for each cell that has to be blank; null for none. */
  readonly blank: Uint8Array | null;
  /** How letters are seen; null for mosaics, whose two colors are the cell's own. */
  readonly look: Look | null;
  /** The colors to choose from, null for all, and how many of them are tried for each ink and background. */
  readonly palette: Palette | null;
  readonly tries: number;
  /** 1 for each cell that neither takes nor leaves what a palette lacks, so that even areas stay even; null for none. */
  readonly even: Uint8Array | null;
  /** Squares that it is worth that a cell keeps its glyph; 0 for a new page. */
  readonly keep: number;
};

/** Value of `liked` for a cell without such a glyph. */
export const FREE = 255;

/**
 * Gives each cell, or each that is not 0 in `open`, the glyph and the two colors with the least squares as they are seen.
 * Nothing is carried to other cells, unless a palette lacks colors: what heals from afar is specks and combs at the screen.
 */
export const matchCells = (task: CellTask, page: TwoColors, open: Uint8Array | null = null): void => {
  const { masks, size, wanted, blank, look, palette, even } = task;
  const room = roomFor(masks);
  for (let row = 0, cell = 0; row < size.rows; row++) {
    for (let column = 0; column < size.columns; column++, cell++) {
      if (open !== null && open[cell] === 0) continue;
      readParts(wanted, row, column, room);
      if (look !== null || palette !== null) readLight(room);
      const isEven = even !== null && even[cell] === 1;
      if (palette !== null && !isEven) addLeft(page.left, size, cell, column, room);
      const isBlank = blank !== null && blank[cell] === 1;
      const glyph = isBlank ? 0 : fittest(task, room, cell, page.cells[cell]!);
      fit(masks, glyph, look, room);
      if (look !== null) {
        legible(masks, glyph, look, room);
        holdLight(masks, glyph, look, room);
      }
      if (palette === null) place(masks, page, cell, glyph, room);
      else paint(task, palette, page, cell, glyph, isBlank, room);
      if (isEven) page.left.fill(0, 3 * cell, 3 * cell + 3);
    }
  }
};

const roomFor = once(({ count }: Masks): CellRoom => cellRoom(count));

/**
 * The glyph that leaves the least squares along the axis on which the cell's colors differ most. A letter has to be about as
 * dense as its cell is bright, and calm where nothing else speaks for it; a mosaic's cell is plain unless a split shows.
 */
const fittest = ({ masks, look, keep }: CellTask, room: CellRoom, cell: number, now: number): number => {
  const { count, mean, inked, mixed, bare, scale, rough, densest } = masks;
  const isOnPage = look !== null && look.fill === 0;
  if (isOnPage) projectOnPage(room, look.page);
  else projectParts(room);
  const { sums, ends } = room;
  writeProducts(masks, room.along, 0, sums, 0);
  const dense = look === null ? 0 : SPARSE + (1 - SPARSE) * Math.abs(look.page - brightness(room.mean));
  const liked = look === null ? FREE : look.liked[cell]!;
  // the less letters stand out, the less it matters which they are
  const visible = look === null ? 0 : CELL_PARTS * Math.min(1, 2 * (1 - look.fill));
  const { low, high } = ends;
  let best = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (let glyph = 0; glyph < count; glyph++) {
    const sum = sums[glyph]!;
    let worth = 0;
    if (glyph === now) worth += keep;
    if (look === null) {
      if (scale[glyph] === 0) worth += PLAIN;
    } else {
      const off = mean[glyph]! / densest - dense;
      worth -= visible * (TONE * off * off + ROUGH * rough[glyph]!);
      if (glyph === liked) worth += look.worth[cell]!;
    }
    const [a, b, c] = [inked[glyph]!, mixed[glyph]!, bare[glyph]!];
    if (isOnPage) {
      const ink = a === 0 ? 0 : Math.min(high, Math.max(low, sum / a));
      worth += ink * (2 * sum - a * ink);
    } else {
      // the parts have a mean of 0; colors outside of their range gain less than the bound says
      const both = sum * scale[glyph]!;
      if (CELL_PARTS * sum * both + worth <= most) continue;
      const ink = Math.min(high, Math.max(low, both * (b + c)));
      const ground = Math.min(high, Math.max(low, -both * (a + b)));
      worth += 2 * (ink - ground) * sum - (a * ink * ink + 2 * b * ink * ground + c * ground * ground);
    }
    if (worth <= most) continue;
    most = worth;
    best = glyph;
  }
  return best;
};

/** Squares that nobody misses: half a level in each part and channel. */
const PLAIN = 3 * CELL_PARTS * (0.5 / 255) ** 2;

/** Density of the letters of the faintest cells, relative to the densest. */
const SPARSE = 0.35;

/** Weights of a letter's density and of its roughness against the mean squares of the parts. */
const TONE = 0.01;
const ROUGH = 0.015;

/** The two colors with the least squares, within the cell's own range. Without a share of its own, the ground is the page's. */
const fit = (masks: Masks, glyph: number, look: Look | null, room: CellRoom): void => {
  const { mean, low, high, ink, ground } = room;
  const scale = masks.scale[glyph]!;
  const [inked, mixed, bare] = [masks.inked[glyph]!, masks.mixed[glyph]!, masks.bare[glyph]!];
  for (let channel = 0; channel < 3; channel++) {
    if (look !== null && look.fill === 0) {
      const free = inked === 0 ? look.page : (coveredSum(masks, glyph, channel, room) - look.page * mixed) / inked;
      ink[channel] = within(free, 0, 1);
      ground[channel] = look.page;
    } else if (scale === 0) {
      ink[channel] = mean[channel]!;
      ground[channel] = mean[channel]!;
    } else {
      const own = coveredSum(masks, glyph, channel, room);
      const rest = CELL_PARTS * mean[channel]! - own;
      ink[channel] = within(scale * (own * bare - rest * mixed), low[channel]!, high[channel]!);
      ground[channel] = within(scale * (rest * inked - own * mixed), low[channel]!, high[channel]!);
    }
  }
};

const place = (masks: Masks, page: TwoColors, cell: number, glyph: number, { ink, ground }: CellRoom): void => {
  page.cells[cell] = glyph;
  for (let channel = 0, at = 3 * cell; channel < 3; channel++, at++) {
    const [front, behind] = [byteOf(ink[channel]!), byteOf(ground[channel]!)];
    page.inks[at] = LIGHT_OF_BYTE[front]!;
    page.grounds[at] = LIGHT_OF_BYTE[behind]!;
    page.more[at] = addedLight(masks, glyph, page.inks[at]!, page.grounds[at]!, (front - behind) / 255);
  }
};

const byteOf = (value: number): number => (255 * within(value, 0, 1) + 0.5) | 0;
