import { DOT_PLACES } from "../../tests/support/dot-places.ts";
import type { Contour } from "./contours.ts";

/** A glyph that is drawn by rule and not by a font: its contours, and how much of the ink it takes, 1 to 255. */
export type Shape = { readonly shade: number; readonly contours: readonly Contour[] };

/** The shades and the dots as the engine measures them (scripts/calibrate-glyphs.ts), in a cell of `width` × 2 `width` units. */
export const shapeOf = (character: string, width: number): Shape | null => {
  const share = SHADES[character];
  if (share !== undefined) return { shade: Math.round(255 * share), contours: [rectangle(0, 0, width, 2 * width)] };
  const dots = character.charCodeAt(0) - FIRST_BRAILLE;
  return dots > 0 && dots < 256 ? { shade: 255, contours: dotContours(dots, width / 8) } : null;
};

/** Flat over the whole cell, so that neighbors join without a seam. */
const SHADES: { readonly [character: string]: number } = { "░": 0.25, "▒": 0.5, "▓": 0.75, "█": 1 };

const FIRST_BRAILLE = 0x2800;

/** Squares of two eighths of the cell's width, each in the middle of its four. */
const dotContours = (dots: number, eighth: number): readonly Contour[] =>
  DOT_PLACES.filter((_, bit) => (dots >> bit) & 1).map(([column, row]) =>
    rectangle((4 * column + 1) * eighth, (4 * row + 1) * eighth, 2 * eighth, 2 * eighth),
  );

const rectangle = (x: number, y: number, width: number, height: number): Contour =>
  [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ].map(([x, y]) => ({ x: x!, y: y!, on: true }));
