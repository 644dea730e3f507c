import { CELL_HEIGHT, CELL_WIDTH } from "../cells.ts";
import { FOOT, FOOT_HEIGHT, FOOT_WIDTH } from "./footprints.ts";
import { INNER, INNER_HEIGHT, INNER_OFFSET, INNER_WIDTH } from "./glyph-set.ts";
import type { Sweeper } from "./search.ts";
import { NO_GLYPH, type SearchState } from "./state.ts";

// Every operation is rounded to single precision, in the order of the WebAssembly twin (assembly/search.ts): sums run over
// four lanes, one for each column of the inner samples, and the lanes are added last. Storing in a Float32Array rounds as
// well.
const { fround } = Math;

/** Adds the light of every cell, gray or glyph, to the error around it. */
export const layCells = ({ error, gain, glyph, set, size, stride }: SearchState): void => {
  for (let row = 0, cell = 0; row < size.rows; row++) {
    for (let column = 0; column < size.columns; column++, cell++) {
      const light = gain[cell]!;
      let from = glyph[cell]! * FOOT;
      let at = row * CELL_HEIGHT * stride + column * CELL_WIDTH;
      for (let y = 0; y < FOOT_HEIGHT; y++, at += stride - FOOT_WIDTH) {
        for (let x = 0; x < FOOT_WIDTH; x++, from++, at++) error[at] = error[at]! + fround(light * set.foot[from]!);
      }
    }
  }
};

/** Cost of a stroke that follows no contour, in units of the error: it may draw a form, but should not fill an area. */
export const STRAY = 0.006;

/**
 * One pass over the dirty cells in serpentine order, upward or downward. Each cell takes the glyph with the least weighted
 * error on its inner samples, Σ w (error + light)², among those close enough to its tone and the stroke along its contour.
 * Returns the number of cells that changed.
 */
export const sweep = (state: SearchState, upward: boolean): number => {
  const { size, set, glyph, dirty, next, held, wanted, near, slack, along } = state;
  const { columns, rows } = size;
  const stray = fround(STRAY);
  let changes = 0;
  for (let line = 0; line < rows; line++) {
    const row = upward ? rows - 1 - line : line;
    for (let turn = 0; turn < columns; turn++) {
      const column = line % 2 === 1 ? columns - 1 - turn : turn;
      const cell = row * columns + column;
      if (dirty[cell] === 0 || held[cell] !== 0) continue;
      dirty[cell] = 0;
      gather(state, row, column);
      const now = glyph[cell]!;
      const stroke = along[cell]!;
      const worth = stroke === NO_GLYPH ? 0 : linkedWorth(state, row, column);
      let best = now;
      let least = Number.POSITIVE_INFINITY;
      for (let g = 0; g < set.count; g++) {
        if (g !== stroke && g !== near[cell] && Math.abs(fround(set.tone[g]! - wanted[cell]!)) > slack[cell]!) continue;
        let error = errorWith(state, g);
        if (g === stroke) error = fround(error - worth);
        else if (set.stroke[g] === 1) error = fround(error + stray);
        // on a tie the cell keeps its glyph
        if (error > least || (error === least && g !== now)) continue;
        least = error;
        best = g;
      }
      if (best === now) continue;
      changes++;
      place(state, row, column, best);
      if (row > 0) next[cell - columns] = 1;
      if (row < rows - 1) next[cell + columns] = 1;
      if (column > 0) next[cell - 1] = 1;
      if (column < columns - 1) next[cell + 1] = 1;
    }
  }
  dirty.set(next);
  next.fill(0);
  return changes;
};

/** Columns and rows to the next cell in each direction: - / | \ */
const ACROSS = [0, 1, 1, 0, 1] as const;
const DOWN = [0, 0, -1, 1, 1] as const;

/**
 * What the stroke along a cell's contour is worth; more if it continues a neighboring stroke. A line may continue beyond
 * the grid, so outside counts half.
 */
const linkedWorth = ({ size, set, glyph, along, worth }: SearchState, row: number, column: number): number => {
  const cell = row * size.columns + column;
  const stroke = along[cell]!;
  const [across, down] = [ACROSS[set.direction[stroke]!]!, DOWN[set.direction[stroke]!]!];
  const share = (y: number, x: number): number => {
    if (y < 0 || x < 0 || y >= size.rows || x >= size.columns) return 0.5;
    return glyph[y * size.columns + x] === stroke ? 1 : 0;
  };
  const links = share(row + down, column + across) + share(row - down, column - across);
  return fround(worth[cell]! * (0.75 + 0.25 * links));
};

/** Weights on the inner samples of the current cell, and the weighted error there without the cell's own light. */
const weights = new Float32Array(INNER);
const errors = new Float32Array(INNER);

const gather = ({ size, stride, set, error, weight, glyph, gain }: SearchState, row: number, column: number): void => {
  const cell = row * size.columns + column;
  const light = gain[cell]!;
  let own = glyph[cell]! * INNER;
  let at = (row * CELL_HEIGHT + INNER_OFFSET) * stride + column * CELL_WIDTH + INNER_OFFSET;
  for (let y = 0, k = 0; y < INNER_HEIGHT; y++, at += stride - INNER_WIDTH) {
    for (let x = 0; x < INNER_WIDTH; x++, k++, at++, own++) {
      weights[k] = weight[at]!;
      errors[k] = weight[at]! * fround(error[at]! - fround(light * set.inner[own]!));
    }
  }
};

/** Σ f (w f + 2 e): the weighted error with this glyph, minus a constant that is the same for all glyphs. */
const errorWith = ({ set }: SearchState, glyph: number): number => {
  const { inner } = set;
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let k = 0, i = glyph * INNER; k < INNER; k += 4, i += 4) {
    a = fround(a + term(inner[i]!, weights[k]!, errors[k]!));
    b = fround(b + term(inner[i + 1]!, weights[k + 1]!, errors[k + 1]!));
    c = fround(c + term(inner[i + 2]!, weights[k + 2]!, errors[k + 2]!));
    d = fround(d + term(inner[i + 3]!, weights[k + 3]!, errors[k + 3]!));
  }
  return lanes(a, b, c, d);
};

const term = (light: number, weight: number, error: number): number =>
  fround(light * fround(fround(light * weight) + fround(error + error)));

const lanes = (a: number, b: number, c: number, d: number): number => fround(fround(a + b) + fround(c + d));

/** Gives the cell its glyph and updates the error. */
const place = (state: SearchState, row: number, column: number, best: number): void => {
  const { size, stride, set, error, glyph, gain } = state;
  const cell = row * size.columns + column;
  const light = gain[cell]!;
  let old = glyph[cell]! * FOOT;
  let now = best * FOOT;
  let at = row * CELL_HEIGHT * stride + column * CELL_WIDTH;
  for (let y = 0; y < FOOT_HEIGHT; y++, at += stride - FOOT_WIDTH) {
    for (let x = 0; x < FOOT_WIDTH; x++, old++, now++, at++) {
      error[at] = error[at]! + fround(set.foot[now]! - fround(light * set.foot[old]!));
    }
  }
  glyph[cell] = best;
  gain[cell] = 1;
};

/** The reference in TypeScript. */
export const SWEEPER: Sweeper = { layCells, sweep };
