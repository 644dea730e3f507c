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

/** Patterns of sextants that older characters have. The others stand in order from U+1FB00 on (Unicode 13). */
const OLD_SEXTANTS: Readonly<Record<number, string>> = { 0: " ", 21: "▌", 42: "▐", 63: "█" };

/** Patterns of octants that other characters have. The others stand in order from U+1CD00 on (Unicode 16). */
const OLD_OCTANTS: Readonly<Record<number, number>> = {
  ...{ 0: 0x20, 1: 0x1cea8, 2: 0x1ceab, 3: 0x1fb82, 5: 0x2598, 10: 0x259d, 15: 0x2580, 20: 0x1fbe6, 40: 0x1fbe7 },
  ...{ 63: 0x1fb85, 64: 0x1cea3, 80: 0x2596, 85: 0x258c, 90: 0x259e, 95: 0x259b, 128: 0x1cea0, 160: 0x2597 },
  ...{ 165: 0x259a, 170: 0x2590, 175: 0x259c, 192: 0x2582, 240: 0x2584, 245: 0x2599, 250: 0x259f, 252: 0x2586 },
  255: 0x2588,
};

const inOrder = (patterns: number, first: number, old: (pattern: number) => string | undefined): readonly string[] => {
  let next = first;
  return Array.from({ length: patterns }, (_, pattern) => old(pattern) ?? String.fromCodePoint(next++));
};

const octant = (pattern: number): string | undefined => {
  const code = OLD_OCTANTS[pattern];
  return code === undefined ? undefined : String.fromCodePoint(code);
};

/** The mosaics by the names of their charsets. */
export const MOSAICS: { readonly [Name in MosaicCharset]: Mosaic } = {
  halves: { across: 1, down: 2, glyphs: [..." ▀▄█"] },
  quadrants: { across: 2, down: 2, glyphs: [...QUADRANTS] },
  sextants: { across: 2, down: 3, glyphs: inOrder(64, 0x1fb00, (pattern) => OLD_SEXTANTS[pattern]) },
  octants: { across: 2, down: 4, glyphs: inOrder(256, 0x1cd00, octant) },
};

const halfOf = ({ glyphs }: Mosaic): readonly string[] => glyphs.slice(0, glyphs.length / 2);

/** Eighths of a cell, from below and from the left. Without ▄, which is ▀ with its colors swapped. */
const EIGHTHS: readonly string[] = [..."▁▂▃▅▆▇▏▎▍▌▋▊▉"];

const SHADES = { "░": 0.25, "▒": 0.5, "▓": 0.75 } as const;

/**
 * Half of a mosaic's patterns, and other shapes that fonts with them have. A pattern and its inverse are the same with
 * colors swapped, so a shape that is any of the patterns is left out.
 */
const inColor = (own: Mosaic, ...others: readonly (readonly string[])[]): readonly string[] => [
  ...halfOf(own),
  ...others.flat().filter((glyph) => !own.glyphs.includes(glyph)),
];

const COLOR_GLYPHS: { readonly [Name in MosaicCharset]: readonly string[] } = {
  halves: inColor(MOSAICS.halves, EIGHTHS),
  quadrants: inColor(MOSAICS.quadrants, EIGHTHS),
  sextants: inColor(MOSAICS.sextants, halfOf(MOSAICS.quadrants), EIGHTHS),
  octants: inColor(MOSAICS.octants, halfOf(MOSAICS.sextants), EIGHTHS),
};

/**
 * The glyphs that a mosaic has in color: the patterns whose last rectangle is not inked, in their order, then other shapes.
 * Shades mix the colors of a palette.
 */
export const colorGlyphs = (charset: MosaicCharset, hasPalette: boolean): readonly string[] =>
  hasPalette ? [...COLOR_GLYPHS[charset], ...Object.keys(SHADES)] : COLOR_GLYPHS[charset];

/** What a block character inks of its cell, which is divided into equal rectangles. */
export type Shape = {
  /** Rectangles in a row and in a column. */
  readonly across: number;
  readonly down: number;
  /** The inked rectangles. Bit 0 is the one at the top left; the others follow row by row. */
  readonly bits: number;
  /** Share of ink in them: 1, or that of a shade, which mixes ink and background in sRGB values as terminals do. */
  readonly share: number;
};

const eighths = (count: number): readonly (readonly [string, Shape])[] => [
  [String.fromCodePoint(0x2580 + count), { across: 1, down: 8, bits: 0xff & (0xff << (8 - count)), share: 1 }],
  [String.fromCodePoint(0x2590 - count), { across: 8, down: 1, bits: 2 ** count - 1, share: 1 }],
];

/** The shapes of all glyphs of mosaics and of the shades. Of characters in several mosaics, in the coarsest grid. */
export const SHAPES: ReadonlyMap<string, Shape> = new Map([
  ...[1, 2, 3, 4, 5, 6, 7].flatMap(eighths),
  ...[MOSAICS.octants, MOSAICS.sextants, MOSAICS.quadrants, MOSAICS.halves].flatMap(({ across, down, glyphs }) =>
    glyphs.map((glyph, bits) => [glyph, { across, down, bits, share: 1 }] as const),
  ),
  ...Object.entries(SHADES).map(([glyph, share]) => [glyph, { across: 1, down: 1, bits: 1, share }] as const),
]);

/** Ink coverage of the pixels of a cell, 0 to 255, row by row: rectangles of whole pixels, as terminals draw them. */
export const drawShape = (
  { across, down, bits, share }: Shape,
  width: number,
  height: number,
): Uint8Array<ArrayBuffer> =>
  new Uint8Array(width * height).map((_, i) => {
    const column = Math.floor((((i % width) + 0.5) / width) * across);
    const row = Math.floor(((Math.floor(i / width) + 0.5) / height) * down);
    return ((bits >> (row * across + column)) & 1) * Math.round(255 * share);
  });
