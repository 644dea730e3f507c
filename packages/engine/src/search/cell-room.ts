import { CELL_GRID, CELL_PARTS } from "../cells.ts";
import { fromTone } from "../math/srgb.ts";
import type { Planes3 } from "../plane.ts";
import type { Masks } from "./masks.ts";

/** The cell that is being matched. Colors are sRGB values from 0 to 1. */
export type CellRoom = {
  /** Colors of its parts, channel by channel; their means and ends. */
  readonly parts: Float64Array;
  readonly mean: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** Mean linear light of each channel. */
  readonly light: Float64Array;
  /** Its parts along one axis of color, and their ends. */
  readonly along: Float64Array;
  readonly ends: { low: number; high: number };
  /** Products of each glyph's cover with the parts along the axis. */
  readonly sums: Float64Array;
  /** What it gets. */
  readonly ink: Float64Array;
  readonly ground: Float64Array;
};

export const cellRoom = (glyphs: number): CellRoom => {
  const color = (): Float64Array => new Float64Array(3);
  return {
    parts: new Float64Array(3 * CELL_PARTS),
    ...{ mean: color(), low: color(), high: color(), light: color(), ink: color(), ground: color() },
    along: new Float64Array(CELL_PARTS),
    ends: { low: 0, high: 0 },
    sums: new Float64Array(glyphs),
  };
};

/** Reads the parts of a cell. */
export const readParts = (wanted: Planes3, row: number, column: number, room: CellRoom): void => {
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
export const readLight = ({ parts, light }: CellRoom): void => {
  for (let channel = 0, at = 0; channel < 3; channel++) {
    let sum = 0;
    for (const end = at + CELL_PARTS; at < end; at++) sum += fromTone(parts[at]!);
    light[channel] = sum / CELL_PARTS;
  }
};

/** Moves all parts of a channel. */
export const shiftParts = ({ parts, mean, low, high }: CellRoom, channel: number, shift: number): void => {
  const first = channel * CELL_PARTS;
  for (let at = first; at < first + CELL_PARTS; at++) parts[at] = parts[at]! + shift;
  for (const one of [mean, low, high]) one[channel] = one[channel]! + shift;
};

/**
 * Projects the parts, less their mean, onto the axis on which they differ most: to choose a glyph, two colors are two points
 * on it. The power method finds the axis.
 */
export const projectParts = (room: CellRoom): void => {
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

/** Projects the parts onto gray, less the page's own. */
export const projectOnPage = (room: CellRoom, page: number): void => place(room, 1 / 3, 1 / 3, 1 / 3, page, page, page);

const place = (
  { parts, along, ends }: CellRoom,
  x: number,
  y: number,
  z: number,
  red: number,
  green: number,
  blue: number,
): void => {
  let [least, most] = [0, 0];
  for (let i = 0; i < CELL_PARTS; i++) {
    const value =
      x * (parts[i]! - red) + y * (parts[CELL_PARTS + i]! - green) + z * (parts[2 * CELL_PARTS + i]! - blue);
    along[i] = value;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  ends.low = least;
  ends.high = most;
};

/** Product of a glyph's cover with the parts of a channel. */
export const coveredSum = ({ cover }: Masks, glyph: number, channel: number, { parts }: CellRoom): number =>
  product(cover, glyph * CELL_PARTS, parts, channel * CELL_PARTS);

/** The products of all glyphs' covers with the parts of a channel, which starts at `first`, written from `at` on. */
export const writeProducts = (
  { count, cover, one, other }: Masks,
  parts: Float64Array,
  first: number,
  out: Float64Array,
  at: number,
): void => {
  for (let glyph = 0; glyph < count; glyph++) {
    const [a, b] = [one[glyph]!, other[glyph]!];
    out[at + glyph] = a < 0 ? product(cover, glyph * CELL_PARTS, parts, first) : out[at + a]! + out[at + b]!;
  }
};

/** Sum of the products of a cell's parts. Four sums at once do not wait for each other, which is three times as fast. */
export const product = (one: Float64Array, from: number, other: Float64Array, first: number): number => {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let part = 0; part < CELL_PARTS; part += 4) {
    a += one[from + part]! * other[first + part]!;
    b += one[from + part + 1]! * other[first + part + 1]!;
    c += one[from + part + 2]! * other[first + part + 2]!;
    d += one[from + part + 3]! * other[first + part + 3]!;
  }
  return a + b + (c + d);
};

/** How bright a color of sRGB values looks. */
export const brightness = (color: Float64Array): number => 0.2126 * color[0]! + 0.7152 * color[1]! + 0.0722 * color[2]!;

export const within = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
