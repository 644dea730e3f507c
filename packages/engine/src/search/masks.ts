import { CELL_GRID, CELL_PARTS } from "../cells.ts";
import { type Atlas, DIRECTIONAL } from "../glyphs/atlas.ts";

/** How glyphs cover the parts of a cell, for fitting two colors to it. */
export type Masks = {
  readonly count: number;
  /** Share of each part that a glyph covers, `CELL_PARTS` numbers per glyph, and its share of the cell. */
  readonly cover: Float64Array;
  readonly mean: Float64Array;
  /** The largest share of a cell. */
  readonly densest: number;
  /** Products over the parts: cover with itself, cover with what is left bare, bare with itself; one over their determinant. */
  readonly inked: Float64Array;
  readonly mixed: Float64Array;
  readonly bare: Float64Array;
  readonly scale: Float64Array;
  /**
   * Added to `mean` to get a glyph's share of light in white on black; subtracted in black on
   * white.
   */
  readonly soft: Float64Array;
  /** Light of a glyph in the atlas, relative to full ink. */
  readonly light: Float64Array;
  /** How rough an area of one glyph looks: the variances of its rows and of its columns. */
  readonly rough: Float64Array;
  /** Two glyphs whose covers add up to this one's, or −1: mosaics consist of few rectangles. */
  readonly one: Int16Array;
  readonly other: Int16Array;
};

/** The masks of these glyphs, given as indexes into the atlas. */
export const masksOf = (atlas: Atlas, glyphs: readonly number[]): Masks => {
  const count = glyphs.length;
  const cover = new Float64Array(count * CELL_PARTS);
  for (const [index, glyph] of glyphs.entries())
    cover.set(atlas.cover.subarray(glyph * CELL_PARTS, (glyph + 1) * CELL_PARTS), index * CELL_PARTS);
  const sums = (term: (share: number) => number): Float64Array =>
    Float64Array.from(glyphs, (_, index) => {
      let sum = 0;
      for (let at = index * CELL_PARTS; at < (index + 1) * CELL_PARTS; at++) sum += term(cover[at]!);
      return sum;
    });
  const mean = sums((share) => share / CELL_PARTS);
  const inked = sums((share) => share * share);
  const mixed = sums((share) => share * (1 - share));
  const bare = sums((share) => (1 - share) * (1 - share));
  const light = Float64Array.from(glyphs, (glyph) => atlas.tone[glyph]! / atlas.full);
  const isDark = atlas.background === "dark";
  return {
    ...{ count, cover, mean, inked, mixed, bare, light },
    densest: Math.max(...mean),
    scale: inked.map((own, index) => {
      const determinant = own * bare[index]! - mixed[index]! * mixed[index]!;
      // a blank and a full cell have one color
      return determinant < PLAIN ? 0 : 1 / determinant;
    }),
    soft: light.map((own, index) => (isDark ? own - mean[index]! : mean[index]! - own)),
    rough: Float64Array.from(glyphs, (glyph, index) => (isStroke(atlas, glyph) ? LINE : roughness(cover, index))),
    ...addends(cover, count),
  };
};

const PLAIN = 1e-6;

/** Share of a cell's light that is its ink's, given how far its sRGB value lies above the background's. */
export const lightShare = ({ mean, soft }: Masks, glyph: number, above: number): number =>
  mean[glyph]! + soft[glyph]! * above;

/** What a glyph in this ink adds to its background where it covers it: its share counted as in the atlas. */
export const addedLight = (masks: Masks, glyph: number, ink: number, ground: number, above: number): number =>
  masks.light[glyph] === 0 ? 0 : (lightShare(masks, glyph, above) / masks.light[glyph]!) * (ink - ground);

/** Strokes in an even area look like lines. */
const LINE = 0.05;

const isStroke = ({ glyphs }: Atlas, glyph: number): boolean => DIRECTIONAL.some((stroke) => stroke === glyphs[glyph]);

const roughness = (cover: Float64Array, index: number): number => {
  const { columns, rows } = CELL_GRID;
  const first = index * CELL_PARTS;
  const variance = (lines: number, length: number, place: (line: number, i: number) => number): number => {
    const means = Array.from({ length: lines }, (_, line) => {
      let sum = 0;
      for (let i = 0; i < length; i++) sum += cover[first + place(line, i)]! / length;
      return sum;
    });
    const mean = means.reduce((sum, own) => sum + own, 0) / lines;
    return means.reduce((sum, own) => sum + (own - mean) * (own - mean), 0) / lines;
  };
  const acrossRows = variance(rows, columns, (row, column) => row * columns + column);
  return acrossRows + variance(columns, rows, (column, row) => row * columns + column);
};

/** Finds two glyphs with less ink for each glyph that is their sum. */
const addends = (cover: Float64Array, count: number): Pick<Masks, "one" | "other"> => {
  const one = new Int16Array(count).fill(-1);
  const other = new Int16Array(count).fill(-1);
  const keys = Float64Array.from({ length: count }, (_, index) => {
    let key = 0;
    for (let part = 0; part < CELL_PARTS; part++) key += cover[index * CELL_PARTS + part]! * Math.sqrt(part + 2);
    return key;
  });
  const known = new Map<number, number>();
  for (let index = 0; index < count; index++) {
    for (const earlier of known.values()) {
      const rest = known.get(rounded(keys[index]! - keys[earlier]!));
      if (rest === undefined || !isSum(cover, index, earlier, rest)) continue;
      [one[index], other[index]] = [earlier, rest];
      break;
    }
    if (keys[index]! > 0) known.set(rounded(keys[index]!), index);
  }
  return { one, other };
};

const rounded = (key: number): number => Math.round(1e6 * key);

const isSum = (cover: Float64Array, sum: number, one: number, other: number): boolean => {
  for (let part = 0; part < CELL_PARTS; part++) {
    const both = cover[one * CELL_PARTS + part]! + cover[other * CELL_PARTS + part]!;
    if (Math.abs(cover[sum * CELL_PARTS + part]! - both) > 1e-9) return false;
  }
  return true;
};
