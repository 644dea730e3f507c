import type { MosaicCharset } from "@lumiglyph/contract";

/** Glyphs that divide a cell into equal rectangles, each of them in the ink or in the background. */
export type Mosaic = {
  /** Rectangles in a row and in a column. */
  readonly across: number;
  readonly down: number;
  /** The glyph of each pattern. Bit 0 of its index is the rectangle at the top left; the others follow row by row. */
  readonly glyphs: readonly string[];
};

/** Whether a pattern is inked at a place in the cell, from 0 to 1 across and down. */
export const isInked = ({ across, down }: Mosaic, pattern: number, x: number, y: number): boolean =>
  ((pattern >> (Math.floor(y * down) * across + Math.floor(x * across))) & 1) === 1;

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
