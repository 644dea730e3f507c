import type { GridSize } from "@lumiglyph/contract";
import { CELL_GRID, CELL_PARTS } from "../cells.ts";
import type { Atlas } from "../glyphs/atlas.ts";
import { fromTone, toTone } from "../math/srgb.ts";
import type { Planes3 } from "../plane.ts";
import { once } from "./footprints.ts";
import { NEAR, type Palette, placeIn } from "./palettes.ts";
import type { TwoColors } from "./two-color-page.ts";

/** What the cells of a mosaic should show. */
export type MosaicTask = {
  /** The mosaic's, in which a glyph's index is its pattern. */
  readonly atlas: Atlas;
  readonly size: GridSize;
  /** Colors of the parts of all cells as sRGB values from 0 to 1. */
  readonly wanted: Planes3;
  /** 1 for each cell that has to be blank; null for none. */
  readonly blank: Uint8Array | null;
  /** 1 for each cell that neither takes nor leaves what a palette lacks, so that even areas stay even; null for none. */
  readonly even: Uint8Array | null;
  /** The colors to choose from, null for all, and how many of them are tried for each ink and background. */
  readonly palette: Palette | null;
  readonly tries: number;
  /** Squares that it is worth that a cell keeps its pattern; 0 for a new page. */
  readonly keep: number;
};

/** A page in two colors per cell, and what its palette has left unsaid: light per cell and channel, for the cells after it. */
export type MosaicPage = TwoColors & { readonly left: Float32Array };

/** A page of blank cells. */
export const emptyMosaic = ({ columns, rows }: GridSize): MosaicPage => {
  const colors = (): Float32Array => new Float32Array(3 * columns * rows);
  return { cells: new Uint8Array(columns * rows), inks: colors(), grounds: colors(), more: colors(), left: colors() };
};

/**
 * Gives each cell, or each that is not 0 in `open`, the split of its rectangles whose two sides are most alike as they are
 * seen, and each side its mean. Nothing is carried to other cells, unless a palette lacks colors: what heals from afar is
 * specks and combs at the screen. A split and its inverse are the same, so half of the patterns are enough.
 */
export const matchMosaic = (task: MosaicTask, page: MosaicPage, open: Uint8Array | null = null): void => {
  const { atlas, size, blank, even, palette } = task;
  const room = roomFor(atlas);
  for (let row = 0, cell = 0; row < size.rows; row++) {
    for (let column = 0; column < size.columns; column++, cell++) {
      if (open !== null && open[cell] === 0) continue;
      gather(task, row, column, room);
      const isEven = even !== null && even[cell] === 1;
      if (palette !== null) addLeft(page.left, size, cell, column, isEven ? 0 : PASSED_ON, room);
      sumPatterns(room);
      const isBlank = blank !== null && blank[cell] === 1;
      const best = isBlank ? 0 : bestSplit(room, page.cells[cell]!, task.keep);
      setColors(room, best);
      if (palette === null) place(page, cell, best, room);
      else paint(task, page, cell, isBlank, room);
      if (isEven) page.left.fill(0, 3 * cell, 3 * cell + 3);
    }
  }
};

/** Room for the sums of a cell. */
type Room = {
  readonly patterns: number;
  readonly rectangles: readonly Rectangle[];
  /** Number of a pattern's parts; the sums of its red, green and blue. */
  readonly counts: Float64Array;
  /** One over that number, and over that of the other parts. */
  readonly perInk: Float64Array;
  readonly perGround: Float64Array;
  readonly sums: readonly [Float64Array, Float64Array, Float64Array];
  /** The same of the whole cell. */
  readonly whole: Float64Array;
  /** What is added to each channel of the cell for what others have left; the light that the cell should have. */
  readonly light: Float64Array;
  /** sRGB values of the cell's ink and background. */
  readonly ink: Float64Array;
  readonly ground: Float64Array;
};

/** The parts of a cell that a rectangle covers, by share, as indexes within the cell. */
type Rectangle = readonly { readonly part: number; readonly share: number }[];

const roomFor = once(({ glyphs, light, tone, full }: Atlas): Room => {
  const patterns = glyphs.length / 2;
  const sums = (): Float64Array => new Float64Array(patterns);
  const counts = Float64Array.from({ length: patterns }, (_, pattern) => (CELL_PARTS * tone[pattern]!) / full);
  const rectangle = (pattern: number): Rectangle =>
    Array.from(light.subarray(pattern * CELL_PARTS, (pattern + 1) * CELL_PARTS), (own, part) => ({
      part,
      share: own / full,
    })).filter(({ share }) => share > 0);
  return {
    patterns,
    rectangles: Array.from({ length: Math.log2(patterns) }, (_, bit) => rectangle(2 ** bit)),
    counts,
    perInk: counts.map((count) => 1 / count),
    perGround: counts.map((count) => 1 / (CELL_PARTS - count)),
    sums: [sums(), sums(), sums()],
    whole: new Float64Array(3),
    light: new Float64Array(3),
    ink: new Float64Array(3),
    ground: new Float64Array(3),
  };
});

/** The parts of the current cell, channel by channel. */
const cellParts = new Float64Array(3 * CELL_PARTS);

const gather = ({ wanted }: MosaicTask, row: number, column: number, { whole }: Room): void => {
  const { width } = wanted[0];
  const corner = row * CELL_GRID.rows * width + column * CELL_GRID.columns;
  for (let channel = 0, to = 0; channel < 3; channel++) {
    const { data } = wanted[channel]!;
    let sum = 0;
    for (let y = 0, at = corner; y < CELL_GRID.rows; y++, at += width) {
      for (let x = 0; x < CELL_GRID.columns; x++) {
        cellParts[to] = data[at + x]!;
        sum += cellParts[to++]!;
      }
    }
    whole[channel] = sum;
  }
};

/**
 * Adds to a cell a share of what the palette left of the four cells before it, by the weights of Floyd and Steinberg, but
 * only so much that it is not seen as a comb.
 */
const addLeft = (
  left: Float32Array,
  { columns }: GridSize,
  cell: number,
  column: number,
  share: number,
  room: Room,
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
    let light = 0;
    const first = channel * CELL_PARTS;
    for (let i = first; i < first + CELL_PARTS; i++) light += fromTone(cellParts[i]!) / CELL_PARTS;
    room.light[channel] = within(light + share * carried);
    const more = toTone(room.light[channel]!) - toTone(light);
    const shift = Math.min(MOST_SHIFT, Math.max(-MOST_SHIFT, more));
    for (let i = first; i < first + CELL_PARTS; i++) cellParts[i] = cellParts[i]! + shift;
    room.whole[channel] = room.whole[channel]! + CELL_PARTS * shift;
  }
};

/** The most that a cell's sRGB values change for what others have left, and how much of it is passed on. */
const MOST_SHIFT = 0.1;
const PASSED_ON = 0.7;

/** The sums of all patterns, each from one with a rectangle less. */
const sumPatterns = ({ patterns, rectangles, sums }: Room): void => {
  for (let channel = 0; channel < 3; channel++) {
    const out = sums[channel]!;
    const first = channel * CELL_PARTS;
    for (let bit = 1, next = 0; bit < patterns; bit *= 2, next++) {
      let one = 0;
      for (const { part, share } of rectangles[next]!) one += share * cellParts[first + part]!;
      for (let rest = 0; rest < bit; rest++) out[bit + rest] = out[rest]! + one;
    }
  }
};

/**
 * The split that leaves the least squares: the more the sums of both sides stand apart, the less is left. A cell stays plain
 * unless the split shows, and as it was unless another is worth it.
 */
const bestSplit = (
  { patterns, perInk, perGround, sums: [reds, greens, blues], whole }: Room,
  now: number,
  keep: number,
): number => {
  const [red, green, blue] = [whole[0]!, whole[1]!, whole[2]!];
  const all = red * red + green * green + blue * blue;
  let best = 0;
  let most = all / CELL_PARTS + PLAIN + (now === 0 ? keep : 0);
  for (let pattern = 1; pattern < patterns; pattern++) {
    const r = reds[pattern]!;
    const g = greens[pattern]!;
    const b = blues[pattern]!;
    const own = r * r + g * g + b * b;
    const rest = own + all - 2 * (r * red + g * green + b * blue);
    const said = own * perInk[pattern]! + rest * perGround[pattern]! + (pattern === now ? keep : 0);
    if (said <= most) continue;
    most = said;
    best = pattern;
  }
  return best;
};

/** Squares that nobody misses: half a level in each part and channel. */
const PLAIN = 3 * CELL_PARTS * (0.5 / 255) ** 2;

const setColors = ({ counts, sums, whole, ink, ground }: Room, pattern: number): void => {
  const count = counts[pattern]!;
  for (let channel = 0; channel < 3; channel++) {
    const own = sums[channel]![pattern]!;
    ground[channel] = within((whole[channel]! - own) / (CELL_PARTS - count));
    ink[channel] = pattern === 0 ? ground[channel]! : within(own / count);
  }
};

const place = (
  { cells, inks, grounds, more }: MosaicPage,
  cell: number,
  pattern: number,
  { ink, ground }: Room,
): void => {
  cells[cell] = pattern;
  for (let channel = 0, at = 3 * cell; channel < 3; channel++, at++) {
    inks[at] = fromTone(ink[channel]!);
    grounds[at] = fromTone(ground[channel]!);
    more[at] = inks[at]! - grounds[at]!;
  }
};

/** Colors of the palette that are tried in the current cell. */
const tried = new Uint8Array(2 * NEAR);

/**
 * Gives a cell the colors of the palette with which a pattern leaves the least squares. The two sides of a pattern are
 * independent: each takes the color nearest to it.
 */
const paint = (task: MosaicTask, page: MosaicPage, cell: number, isBlank: boolean, room: Room): void => {
  const { light, tone, near } = task.palette!;
  const { patterns, counts, sums, whole, ink, ground } = room;
  const [front, behind] = [placeIn(ink), placeIn(ground)];
  for (let i = 0; i < task.tries; i++) {
    tried[2 * i] = near[front + i]!;
    tried[2 * i + 1] = near[behind + i]!;
  }
  let least = Number.POSITIVE_INFINITY;
  let [best, inkBest, groundBest] = [0, 0, 0];
  for (let pattern = 0; pattern < (isBlank ? 1 : patterns); pattern++) {
    const count = counts[pattern]!;
    let [ofInk, ofGround] = [count === 0 ? 0 : Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    let [one, other] = [-1, 0];
    for (let i = 0; i < 2 * task.tries; i++) {
      const color = 3 * tried[i]!;
      let [inked, rest] = [0, 0];
      for (let channel = 0; channel < 3; channel++) {
        const shown = tone[color + channel]!;
        const own = sums[channel]![pattern]!;
        inked += shown * (count * shown - 2 * own);
        rest += shown * ((CELL_PARTS - count) * shown - 2 * (whole[channel]! - own));
      }
      if (inked < ofInk) [ofInk, one] = [inked, tried[i]!];
      if (rest < ofGround) [ofGround, other] = [rest, tried[i]!];
    }
    if (ofInk + ofGround >= least) continue;
    least = ofInk + ofGround;
    [best, inkBest, groundBest] = [pattern, one === -1 ? other : one, other];
  }
  const cover = counts[best]! / CELL_PARTS;
  page.cells[cell] = best;
  for (let channel = 0, at = 3 * cell; channel < 3; channel++, at++) {
    page.inks[at] = light[3 * inkBest + channel]!;
    page.grounds[at] = light[3 * groundBest + channel]!;
    page.more[at] = page.inks[at]! - page.grounds[at]!;
    page.left[at] = room.light[channel]! - page.grounds[at]! - cover * page.more[at]!;
  }
};

const within = (value: number): number => Math.min(1, Math.max(0, value));
