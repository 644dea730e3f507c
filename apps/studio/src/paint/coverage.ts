import type { Outlines } from "./outlines.ts";

/** How much of each pixel a glyph covers in a cell of `cell` × 2 `cell` pixels, 0 to 255: areas, not samples. */
export const coverageOf = (
  { numbers, units, starts }: Outlines,
  glyph: number,
  cell: number,
): Uint8Array<ArrayBuffer> => {
  const scale = cell / units;
  const steps = new Float64Array(2 * cell * cell + 2);
  let at = starts[glyph]! + 2;
  for (let contours = numbers[at - 1]!; contours > 0; contours--) {
    const [first, count] = [at + 1, numbers[at]!];
    const x = (i: number): number => (numbers[first + 2 * (i % count)]! >> 1) * scale;
    const y = (i: number): number => numbers[first + 2 * (i % count) + 1]! * scale;
    for (let i = 0; i < count; ) {
      const bent = i + 1 < count && (numbers[first + 2 * (i + 1)]! & 1) === 0;
      if (bent) addCurve(steps, cell, x(i), y(i), x(i + 1), y(i + 1), x(i + 2), y(i + 2));
      else addLine(steps, cell, x(i), y(i), x(i + 1), y(i + 1));
      i += bent ? 2 : 1;
    }
    at = first + 2 * count;
  }
  return summed(steps, 2 * cell * cell);
};

/** Pixels by which the lines that stand for a curve may be off it. */
const TOLERANCE = 0.02;

const addCurve = (
  steps: Float64Array,
  width: number,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
): void => {
  const [bendX, bendY] = [x0 - 2 * x1 + x2, y0 - 2 * y1 + y2];
  const pieces = Math.ceil(Math.sqrt(Math.sqrt(bendX * bendX + bendY * bendY) / (4 * TOLERANCE))) || 1;
  let [x, y] = [x0, y0];
  for (let piece = 1; piece <= pieces; piece++) {
    const t = piece / pieces;
    const [nextX, nextY] = [x0 + t * (2 * (x1 - x0) + t * bendX), y0 + t * (2 * (y1 - y0) + t * bendY)];
    addLine(steps, width, x, y, nextX, nextY);
    [x, y] = [nextX, nextY];
  }
};

/**
 * What a line adds to the coverage of everything right of it, written as steps from pixel to pixel: down is ink, up takes it
 * away. Glyphs lie inside their cells, so nothing is clipped.
 */
const addLine = (steps: Float64Array, width: number, x0: number, y0: number, x1: number, y1: number): void => {
  if (y0 === y1) return;
  const [top, bottom] = y0 < y1 ? [y0, y1] : [y1, y0];
  const slope = (x1 - x0) / (y1 - y0);
  for (let row = Math.floor(top); row < bottom; row++) {
    const [from, to] = [Math.max(row, top), Math.min(row + 1, bottom)];
    const [a, b] = [x0 + (from - y0) * slope, x0 + (to - y0) * slope];
    const [left, right] = a < b ? [a, b] : [b, a];
    const height = y0 < y1 ? to - from : from - to;
    let [before, here] = [0, areaLeftOf(Math.floor(left), left, right)];
    for (let x = Math.floor(left); x <= right + 1; x++) {
      const after = areaLeftOf(x + 1, left, right);
      steps[row * width + x]! += height * (after - 2 * here + before);
      [before, here] = [here, after];
    }
  }
};

/** Area between x and a slanted line to the left of it, one unit high, that goes from `left` to `right`. */
const areaLeftOf = (x: number, left: number, right: number): number => {
  if (x <= left) return 0;
  return x >= right ? x - (left + right) / 2 : ((x - left) * (x - left)) / (2 * (right - left));
};

/** Contours of one glyph may overlap; what is covered twice is covered. */
const summed = (steps: Float64Array, length: number): Uint8Array<ArrayBuffer> => {
  const coverage = new Uint8Array(length);
  let sum = 0;
  for (let i = 0; i < length; i++) {
    sum += steps[i]!;
    coverage[i] = Math.round(255 * Math.min(1, Math.abs(sum)));
  }
  return coverage;
};
