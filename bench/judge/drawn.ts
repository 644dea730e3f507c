import {
  bellBetween,
  mapPlane,
  normalized,
  type Plane,
  resample,
  resizeByArea,
  type Span,
  toEncoded,
} from "./plane.ts";
import type { Page } from "./view.ts";

/** Scores of the characters themselves, without any blur. */
export type Drawn = {
  /** Share of the cells with a clear contour whose character is the one of - / | \ along it. */
  readonly strokes: number;
  /** Share of neighboring cells in even areas with the same character. */
  readonly calm: number;
};

/** The target of a cell: the stroke along its contour, if that is clear, and whether the area is even. */
export type Target = { readonly stroke: string | null; readonly isEven: boolean };

/** The targets of a picture's cells, on a grid of this size. */
export const targetsOf = (light: Plane, columns: number, rows: number): readonly Target[] => {
  const small = mapPlane(resizeByArea(light, columns * ACROSS, rows * DOWN), (value) => 255 * toEncoded(value));
  const plane = resample(small, gaussians(small.width), gaussians(small.height));
  return Array.from({ length: columns * rows }, (_, cell) =>
    targetAt(plane, cell % columns, Math.floor(cell / columns)),
  );
};

/** The share of targets that a grid meets; 1 if the picture has hardly any. */
export const drawnAs = (page: Page, targets: readonly Target[]): Drawn => {
  const columns = page[0]!.length;
  const clear: boolean[] = [];
  const pairs: boolean[] = [];
  for (const [cell, { stroke, isEven }] of targets.entries()) {
    const [row, column] = [Math.floor(cell / columns), cell % columns];
    const glyph = page[row]![column]!;
    if (stroke !== null) clear.push(glyph === stroke);
    if (isEven && column + 1 < columns && targets[cell + 1]!.isEven) pairs.push(glyph === page[row]![column + 1]);
  }
  return { strokes: shareOf(clear), calm: shareOf(pairs) };
};

/** Samples per cell. */
const ACROSS = 4;
const DOWN = 8;

/** Blur in samples: a clear contour survives it. */
const BLUR = 1.2;

const gaussians = (length: number): readonly Span[] =>
  Array.from({ length }, (_, at) => {
    const [first, last] = [Math.max(0, at - REACH), Math.min(length, at + REACH + 1)];
    return normalized(bellBetween({ center: at + 0.5, sigma: BLUR }, first, last));
  });

const REACH = Math.ceil(3 * BLUR);

/** A contour is clear above a slope (levels of 255 a sample) and a coherence; a cell is even up to a range of levels. */
const CLEAR = 6;
const COHERENT = 0.6;
const EVEN = 4;

const FEW = 20;

const shareOf = (marks: readonly boolean[]): number =>
  marks.length > FEW ? marks.filter(Boolean).length / marks.length : 1;

/** The structure tensor of a cell. */
const targetAt = ({ width, height, data }: Plane, column: number, row: number): Target => {
  const at = (x: number, y: number): number =>
    data[Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))]!;
  let [xx, yy, xy, least, most] = [0, 0, 0, 255, 0];
  for (let y = row * DOWN; y < (row + 1) * DOWN; y++) {
    for (let x = column * ACROSS; x < (column + 1) * ACROSS; x++) {
      const dx = (at(x + 1, y) - at(x - 1, y)) / 2;
      const dy = (at(x, y + 1) - at(x, y - 1)) / 2;
      xx += dx * dx;
      yy += dy * dy;
      xy += dx * dy;
      least = Math.min(least, at(x, y));
      most = Math.max(most, at(x, y));
    }
  }
  const steep = Math.sqrt((xx + yy) / (ACROSS * DOWN));
  const coherence = Math.hypot(xx - yy, 2 * xy) / (xx + yy + 1e-9);
  const isClear = steep > CLEAR && coherence > COHERENT;
  return { stroke: isClear ? strokeAlong(0.5 * Math.atan2(2 * xy, xx - yy)) : null, isEven: most - least <= EVEN };
};

/** The stroke across a slope of this direction, in radians; rows count downwards. */
const strokeAlong = (slope: number): string => "-\\|/"[Math.round((slope + Math.PI / 2) / (Math.PI / 4)) % 4]!;
