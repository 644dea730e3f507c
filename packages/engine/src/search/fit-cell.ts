import { CELL_GRID, CELL_PARTS } from "../cells.ts";
import { fromTone } from "../math/srgb.ts";
import { type Planes3, within } from "../plane.ts";
import { brightness, type CellRoom, cellRoom, ROOM } from "./cell-room.ts";
import { type FitCells, PLAIN, ROUGH, SPARSE, TONE, visibleShare } from "./cell-task.ts";
import type { Masks } from "./masks.ts";

/** Fits cells in TypeScript; its twin is assembly/fit.ts. */
export const fitCells: FitCells = (task) => {
  const { masks, wanted } = task;
  const room = cellRoom(new Float64Array(ROOM));
  const sums = new Float64Array(3 * masks.count);
  return {
    room,
    read: (row, column, withLight) => {
      readParts(wanted, row, column, room);
      if (withLight) readLight(room);
    },
    fit: (cell, now, count) => {
      const glyph = fittest(task, room, sums, cell, now, count);
      fitColors(task, glyph, room);
      return glyph;
    },
    coveredSums: (first, end) => {
      for (let channel = 0; channel < 3; channel++)
        writeProducts(masks, first, end, room.parts, channel * CELL_PARTS, sums, channel * masks.count);
      return sums;
    },
  };
};

type Fitting = Parameters<FitCells>[0];

const readParts = (wanted: Planes3, row: number, column: number, room: CellRoom): void => {
  const { parts, mean, low, high } = room;
  const { width } = wanted[0];
  const corner = row * CELL_GRID.rows * width + column * CELL_GRID.columns;
  for (let channel = 0, to = 0; channel < 3; channel++) {
    const { data } = wanted[channel]!;
    let [sum, least, most] = [0, 1, 0];
    for (let y = 0, at = corner; y < CELL_GRID.rows; y++, at += width) {
      for (let x = 0; x < CELL_GRID.columns; x++, to++) {
        const value = data[at + x]!;
        parts[to] = value;
        sum += value;
        if (value < least) least = value;
        if (value > most) most = value;
      }
    }
    mean[channel] = sum / CELL_PARTS;
    low[channel] = least;
    high[channel] = most;
  }
};

/** Adds up the light of the parts. */
const readLight = ({ parts, light }: CellRoom): void => {
  for (let channel = 0, at = 0; channel < 3; channel++) {
    let sum = 0;
    for (const end = at + CELL_PARTS; at < end; at++) sum += fromTone(parts[at]!);
    light[channel] = sum / CELL_PARTS;
  }
};

/**
 * Chooses the glyph with the least squared error along the axis on which the cell's colors differ
 * most. A letter must be about as dense as its cell is bright, and calm unless the picture calls
 * for another; a mosaic's cell is plain unless a split is visible.
 */
const fittest = (
  { masks, look, keep }: Fitting,
  room: CellRoom,
  sums: Float64Array,
  cell: number,
  now: number,
  count: number,
): number => {
  const { mean, inked, mixed, bare, scale, rough, densest } = masks;
  const { along } = room;
  const isOnPage = look !== null && look.fill === 0;
  if (isOnPage) place(room, 1 / 3, 1 / 3, 1 / 3, look.page, look.page, look.page);
  else projectParts(room);
  let [low, high] = [0, 0];
  for (const value of along) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  writeProducts(masks, 0, count, along, 0, sums, 0);
  const dense = look === null ? 0 : SPARSE + (1 - SPARSE) * Math.abs(look.page - brightness(room.mean));
  const visible = visibleShare(look);
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
      if (glyph === look.liked[cell]) worth += look.worth[cell]!;
    }
    const [a, b, c] = [inked[glyph]!, mixed[glyph]!, bare[glyph]!];
    if (isOnPage) {
      const ink = a === 0 ? 0 : within(sum / a, low, high);
      worth += ink * (2 * sum - a * ink);
    } else {
      // the parts have a mean of 0, so colors outside their range gain less than the bound allows
      const both = sum * scale[glyph]!;
      if (CELL_PARTS * sum * both + worth <= most) continue;
      const ink = within(both * (b + c), low, high);
      const ground = within(-both * (a + b), low, high);
      worth += 2 * (ink - ground) * sum - (a * ink * ink + 2 * b * ink * ground + c * ground * ground);
    }
    if (worth <= most) continue;
    most = worth;
    best = glyph;
  }
  return best;
};

/**
 * Sets the two colors with the least squared error, within the cell's own range. At a `fill` of 0
 * the background is the page's.
 */
const fitColors = ({ masks, look }: Fitting, glyph: number, room: CellRoom): void => {
  const { mean, low, high, ink, ground } = room;
  const scale = masks.scale[glyph]!;
  const [inked, mixed, bare] = [masks.inked[glyph]!, masks.mixed[glyph]!, masks.bare[glyph]!];
  for (let channel = 0; channel < 3; channel++) {
    const own = coveredSum(masks, glyph, channel, room);
    if (look !== null && look.fill === 0) {
      ink[channel] = within(inked === 0 ? look.page : (own - look.page * mixed) / inked, 0, 1);
      ground[channel] = look.page;
    } else if (scale === 0) {
      ink[channel] = mean[channel]!;
      ground[channel] = mean[channel]!;
    } else {
      const rest = CELL_PARTS * mean[channel]! - own;
      ink[channel] = within(scale * (own * bare - rest * mixed), low[channel]!, high[channel]!);
      ground[channel] = within(scale * (rest * inked - own * mixed), low[channel]!, high[channel]!);
    }
  }
};

/**
 * Projects the parts, less their mean, onto the axis on which they differ most: to choose a glyph, two colors are two points
 * on it. The power method finds the axis.
 */
const projectParts = (room: CellRoom): void => {
  const { parts, mean } = room;
  const [red, green, blue] = [mean[0]!, mean[1]!, mean[2]!];
  let [rr, rg, rb, gg, gb, bb] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < CELL_PARTS; i++) {
    const r = parts[i]! - red;
    const g = parts[CELL_PARTS + i]! - green;
    const b = parts[2 * CELL_PARTS + i]! - blue;
    rr += r * r;
    rg += r * g;
    rb += r * b;
    gg += g * g;
    gb += g * b;
    bb += b * b;
  }
  // starts from the channel that varies most
  let [x, y, z] = gg >= rr && gg >= bb ? [rg, gg, gb] : rr >= bb ? [rr, rg, rb] : [rb, gb, bb];
  for (let step = 0; step < 3; step++) {
    const length = Math.sqrt(x * x + y * y + z * z) || 1;
    const [a, b, c] = [x / length, y / length, z / length];
    x = rr * a + rg * b + rb * c;
    y = rg * a + gg * b + gb * c;
    z = rb * a + gb * b + bb * c;
  }
  const length = Math.sqrt(x * x + y * y + z * z) || 1;
  place(room, x / length, y / length, z / length, red, green, blue);
};

const place = (
  { parts, along }: CellRoom,
  x: number,
  y: number,
  z: number,
  red: number,
  green: number,
  blue: number,
): void => {
  for (let i = 0; i < CELL_PARTS; i++)
    along[i] = x * (parts[i]! - red) + y * (parts[CELL_PARTS + i]! - green) + z * (parts[2 * CELL_PARTS + i]! - blue);
};

/** Product of a glyph's cover with the parts of a channel. */
const coveredSum = ({ cover }: Masks, glyph: number, channel: number, { parts }: CellRoom): number =>
  product(cover, glyph * CELL_PARTS, parts, channel * CELL_PARTS);

/** The products of glyphs' covers with the parts from `from` on, written from `at` on. */
const writeProducts = (
  { cover, one, other }: Masks,
  first: number,
  end: number,
  parts: Float64Array,
  from: number,
  out: Float64Array,
  at: number,
): void => {
  for (let glyph = first; glyph < end; glyph++) {
    const [a, b] = [one[glyph]!, other[glyph]!];
    out[at + glyph] = a < first ? product(cover, glyph * CELL_PARTS, parts, from) : out[at + a]! + out[at + b]!;
  }
};

/** Sum of the products of a cell's parts. Four independent sums run three times as fast. */
const product = (one: Float64Array, from: number, other: Float64Array, first: number): number => {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let part = 0; part < CELL_PARTS; part += 4) {
    a += one[from + part]! * other[first + part]!;
    b += one[from + part + 1]! * other[first + part + 1]!;
    c += one[from + part + 2]! * other[first + part + 2]!;
    d += one[from + part + 3]! * other[first + part + 3]!;
  }
  return a + b + (c + d);
};
