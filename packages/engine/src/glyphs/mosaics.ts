import type { MosaicCharset } from "@lumiglyph/contract";

/** Glyphs that divide a cell into equal rectangles, each of them in the ink or in the background. */
export type Mosaic = {
  /** Rectangles in a row and in a column. */
  readonly across: number;
  readonly down: number;
  /** The glyph of each pattern. Bit 0 of its index is the rectangle at the top left; the others follow row by row. */
  readonly glyphs: readonly string[];
};

const QUADRANTS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█";

/**
 * Patterns of sextants that have older characters. The others are in order from U+1FB00 on (Unicode
 * 13).
 */
const OLD_SEXTANTS: Readonly<Record<number, string>> = { 0: " ", 21: "▌", 42: "▐", 63: "█" };

/**
 * Patterns of octants that have other characters: quadrants, in which each rectangle is two octants
 * high, and the few below. The others are in order from U+1CD00 on (Unicode 16).
 */
const OLD_OCTANTS: Readonly<Record<number, string>> = {
  ...Object.fromEntries([...QUADRANTS].map((glyph, pattern) => [5 * (pattern & 3) + 80 * (pattern >> 2), glyph])),
  ...{ 1: "\u{1cea8}", 2: "\u{1ceab}", 3: "\u{1fb82}", 20: "\u{1fbe6}", 40: "\u{1fbe7}", 63: "\u{1fb85}" },
  ...{ 64: "\u{1cea3}", 128: "\u{1cea0}", 192: "▂", 252: "▆" },
};

const inOrder = (patterns: number, first: number, old: Readonly<Record<number, string>>): readonly string[] => {
  let next = first;
  return Array.from({ length: patterns }, (_, pattern) => old[pattern] ?? String.fromCodePoint(next++));
};

/** The mosaics by the names of their charsets. */
export const MOSAICS: { readonly [Name in MosaicCharset]: Mosaic } = {
  halves: { across: 1, down: 2, glyphs: [..." ▀▄█"] },
  quadrants: { across: 2, down: 2, glyphs: [...QUADRANTS] },
  sextants: { across: 2, down: 3, glyphs: inOrder(64, 0x1fb00, OLD_SEXTANTS) },
  octants: { across: 2, down: 4, glyphs: inOrder(256, 0x1cd00, OLD_OCTANTS) },
};

/** The inked part of a cell for a block character, as a pattern of equal rectangles. */
export type Shape = {
  /** Rectangles in a row and in a column. */
  readonly across: number;
  readonly down: number;
  /** The inked rectangles. Bit 0 is the one at the top left; the others follow row by row. */
  readonly bits: number;
  /** Share of ink in them: 1, or that of a shade, which mixes ink and background in sRGB values as terminals do. */
  readonly share: number;
};

/** Mixtures of ink and background; the last glyphs of a mosaic with a palette. */
export const SHADES: readonly string[] = [..."░▒▓"];

/** A glyph with its shape. */
const shaped = (glyph: string, across: number, down: number, bits: number, share = 1): readonly [string, Shape] => [
  glyph,
  { across, down, bits, share },
];

/** Eighths of a cell, from below and from the left. */
const EIGHTHS = new Map([
  ...[..."▁▂▃▄▅▆▇"].map((glyph, i) => shaped(glyph, 1, 8, 256 - (128 >> i))),
  ...[..."▏▎▍▌▋▊▉"].map((glyph, i) => shaped(glyph, 8, 1, (2 << i) - 1)),
]);

/**
 * The shapes of all glyphs of mosaics and of the shades. A character that is in several mosaics has
 * its shape from the coarsest grid.
 */
export const SHAPES: ReadonlyMap<string, Shape> = new Map([
  ...EIGHTHS,
  ...Object.values(MOSAICS)
    .reverse()
    .flatMap(({ across, down, glyphs }) => glyphs.map((glyph, bits) => shaped(glyph, across, down, bits))),
  ...SHADES.map((glyph, i) => shaped(glyph, 1, 1, 1, (i + 1) / 4)),
]);

/**
 * The glyphs of a mosaic in color: the patterns whose last rectangle is not inked, in order, then
 * the shapes of coarser mosaics and the eighths, which the same fonts have. A shape and its inverse
 * are equivalent with colors swapped, so one of them is enough. Shades mix the colors of a palette.
 */
export const colorGlyphs = (charset: MosaicCharset, hasPalette: boolean): readonly string[] => {
  const mosaics = Object.values(MOSAICS);
  const glyphs: string[] = [];
  const known = new Set<string>();
  for (let i = mosaics.indexOf(MOSAICS[charset]); i >= 0; i--) {
    const all = mosaics[i]!.glyphs;
    glyphs.push(...all.slice(0, all.length / 2).filter((glyph) => !known.has(glyph)));
    for (const glyph of all) known.add(glyph);
  }
  glyphs.push(...[...EIGHTHS.keys()].filter((glyph) => !known.has(glyph)));
  return hasPalette ? [...glyphs, ...SHADES] : glyphs;
};
