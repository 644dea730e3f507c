import { luminanceOf } from "../support/srgb.ts";
import type { Calibration } from "./calibration.ts";
import { gathered, type Plane, type Window } from "./plane.ts";
import { addedTo, type Page } from "./response.ts";

/**
 * The light of the art, 2 × 4 samples a cell, blurred by half a cell's width: one sample. Light
 * beyond the border is unknown, not dark: a sample near it is the mean over the part of the blur
 * inside.
 */
export const pageLight = (page: Page, calibration: Calibration): Plane => {
  const parts = partsOf(page, calibration);
  return gathered(parts, reaches(parts.width, calibration.columns / 2), reaches(parts.height, calibration.rows / 4));
};

/** The light of all parts of all cells: the calibration's grids side by side, in the luminance of their inks. */
const partsOf = (page: Page, calibration: Calibration): Plane => {
  const { columns, rows, light, full } = calibration;
  const { lines, inks, grounds, isPaper } = page;
  const across = [...lines[0]!].length;
  const cells = lines.map((line, row) =>
    Array.from(line, (glyph, column) => {
      const cell = row * across + column;
      if (grounds !== null) {
        const more = luminanceOf(addedTo(grounds[cell]!, inks![cell]!, glyph, calibration));
        return light.get(glyph)!.map((part) => luminanceOf(grounds[cell]!) + (part / full) * more);
      }
      if (isPaper) return light.get(glyph)!.map((part) => 1 - part);
      const ink = inks === null ? 1 : luminanceOf(inks[cell]!);
      return light.get(glyph)!.map((part) => part * ink);
    }),
  );
  const width = cells[0]!.length * columns;
  const height = cells.length * rows;
  const data = new Float64Array(width * height);
  for (let y = 0, at = 0; y < height; y++) {
    const row = cells[Math.floor(y / rows)]!;
    for (const parts of row) for (let x = 0; x < columns; x++, at++) data[at] = parts[(y % rows) * columns + x]!;
  }
  return { width, height, data };
};

/** Radius of a blur of one sample, in samples. */
const REACH = 5;

/** For each sample along a side of this many parts, the parts within its blur. */
const reaches = (parts: number, partsASample: number): readonly Window[] =>
  Array.from({ length: parts / partsASample }, (_, sample) => {
    const first = Math.max(0, (sample - REACH) * partsASample);
    const last = Math.min(parts, (sample + 1 + REACH) * partsASample);
    const weights = Array.from({ length: last - first }, (_, i) => {
      const start = (first + i) / partsASample - (sample + 0.5);
      return bellBetween(start, start + 1 / partsASample);
    });
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return { first, weights: weights.map((weight) => weight / total) };
  });

/** The share of a normal distribution between two nearby points (Simpson's rule). */
export const bellBetween = (start: number, end: number): number => {
  const bell = (at: number): number => Math.exp((-at * at) / 2) / Math.sqrt(2 * Math.PI);
  const simpson = (from: number, to: number): number =>
    ((to - from) / 6) * (bell(from) + 4 * bell((from + to) / 2) + bell(to));
  const middle = (start + end) / 2;
  return simpson(start, middle) + simpson(middle, end);
};
