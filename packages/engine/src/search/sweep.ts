import { CELL_HEIGHT, CELL_WIDTH } from "../cells.ts";
import { FOOT, FOOT_HEIGHT, FOOT_WIDTH } from "./footprints.ts";
import { INNER, INNER_HEIGHT, INNER_OFFSET, INNER_WIDTH } from "./glyph-set.ts";
import type { Sweeper } from "./search.ts";
import { LEAST_INK, NO_GLYPH, type SearchState } from "./state.ts";

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

/** Weight of the error of a cell's mean light where inks are chosen, relative to the mean weight of a sample. */
const MEAN_WORTH = 0.6;

/**
 * One pass over the dirty cells in serpentine order, upward or downward. Each cell takes the glyph with the least weighted
 * error on its inner samples, Σ w (error + light)², among those close enough to its tone and the stroke along its contour.
 * In color it takes the glyph and the ink that have the least error together. Returns the number of cells that got another
 * glyph.
 */
export const sweep = (state: SearchState, upward: boolean): number => {
  const { size, set, glyph, gain, dirty, next, held, near, along, most } = state;
  const { columns, rows } = size;
  const inked = most.length > 0;
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
      let ink = 1;
      let least = Number.POSITIVE_INFINITY;
      for (let g = 0; g < set.count; g++) {
        if (g !== stroke && g !== near[cell] && (inked ? isUnfit : isFar)(state, g, cell)) continue;
        let error = inked ? errorWithInk(state, g, cell) : errorWith(state, g);
        if (g === stroke) error = fround(error - worth);
        else if (set.stroke[g] !== 0) error = fround(error + fround(fround(STRAY) * set.stroke[g]!));
        // on a tie the cell keeps its glyph
        if (error > least || (error === least && g !== now)) continue;
        least = error;
        best = g;
        if (inked) ink = fittest;
      }
      if (best === now && ink === gain[cell]) continue;
      place(state, row, column, best, ink);
      if (best === now) continue;
      changes++;
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

/** Whether a white glyph's light is too far from the wanted light. */
const isFar = ({ set, wanted, slack }: SearchState, glyph: number, cell: number): boolean =>
  Math.abs(fround(set.tone[glyph]! - wanted[cell]!)) > slack[cell]!;

/** Whether a glyph is too dark for a cell even in its brightest ink, or too bright even in its faintest. */
const isUnfit = ({ set, wanted, most }: SearchState, glyph: number, cell: number): boolean => {
  const brightest = fround(set.tone[glyph]! * most[cell]!);
  return brightest < fround(fround(TOO_DARK) * wanted[cell]!) || brightest > fround(fround(TOO_BRIGHT) * wanted[cell]!);
};

/**
 * Least and most light of a glyph in its brightest ink, relative to the wanted light; darker and
 * brighter glyphs are not tried.
 */
const TOO_DARK = 0.6;
const TOO_BRIGHT = 30;

/** Columns and rows to the next cell in each direction: - / | \ */
const ACROSS = [0, 1, 1, 0, 1] as const;
const DOWN = [0, 0, -1, 1, 1] as const;

/**
 * Bonus of the stroke along a cell's contour; larger if it continues a neighboring stroke. A line
 * may continue beyond the grid, so outside counts half.
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

/** Weight of the current cell's mean light. */
let meanWeight = 0;

/** The ink for which the last error of `errorWithInk` is least. */
let fittest = 1;

const gather = (state: SearchState, row: number, column: number): void => {
  const { size, stride, set, error, weight, glyph, gain } = state;
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
  if (state.most.length > 0) meanWeight = fround(fround(MEAN_WORTH / INNER) * totalWeight());
};

const totalWeight = (): number => {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let k = 0; k < INNER; k += 4) {
    a = fround(a + weights[k]!);
    b = fround(b + weights[k + 1]!);
    c = fround(c + weights[k + 2]!);
    d = fround(d + weights[k + 3]!);
  }
  return lanes(a, b, c, d);
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

/**
 * The same in the ink k that makes it least, k Σ f (k w f + 2 e), plus the error of the cell's mean light: a glyph of
 * another form than the cell should still have its brightness. Sets `fittest`.
 */
const errorWithInk = ({ set, wanted, most }: SearchState, glyph: number, cell: number): number => {
  const { inner, tone } = set;
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let p = 0;
  let q = 0;
  let r = 0;
  let s = 0;
  for (let k = 0, i = glyph * INNER; k < INNER; k += 4, i += 4) {
    a = fround(a + squared(inner[i]!, weights[k]!));
    b = fround(b + squared(inner[i + 1]!, weights[k + 1]!));
    c = fround(c + squared(inner[i + 2]!, weights[k + 2]!));
    d = fround(d + squared(inner[i + 3]!, weights[k + 3]!));
    p = fround(p + fround(inner[i]! * errors[k]!));
    q = fround(q + fround(inner[i + 1]! * errors[k + 1]!));
    r = fround(r + fround(inner[i + 2]! * errors[k + 2]!));
    s = fround(s + fround(inner[i + 3]! * errors[k + 3]!));
  }
  const mean = fround(meanWeight * tone[glyph]!);
  const square = fround(lanes(a, b, c, d) + fround(mean * tone[glyph]!));
  const product = fround(lanes(p, q, r, s) - fround(mean * wanted[cell]!));
  const free = square > 0 ? fround(-product / square) : most[cell]!;
  fittest = Math.max(fround(fround(LEAST_INK) * most[cell]!), Math.min(most[cell]!, free));
  return fround(fittest * fround(fround(fittest * square) + fround(product + product)));
};

const squared = (light: number, weight: number): number => fround(fround(light * weight) * light);

const term = (light: number, weight: number, error: number): number =>
  fround(light * fround(fround(light * weight) + fround(error + error)));

const lanes = (a: number, b: number, c: number, d: number): number => fround(fround(a + b) + fround(c + d));

/** Gives the cell its glyph and updates the error. */
const place = (state: SearchState, row: number, column: number, best: number, ink: number): void => {
  const { size, stride, set, error, glyph, gain } = state;
  const cell = row * size.columns + column;
  const light = gain[cell]!;
  let old = glyph[cell]! * FOOT;
  let now = best * FOOT;
  let at = row * CELL_HEIGHT * stride + column * CELL_WIDTH;
  for (let y = 0; y < FOOT_HEIGHT; y++, at += stride - FOOT_WIDTH) {
    for (let x = 0; x < FOOT_WIDTH; x++, old++, now++, at++) {
      error[at] = error[at]! + fround(fround(ink * set.foot[now]!) - fround(light * set.foot[old]!));
    }
  }
  glyph[cell] = best;
  gain[cell] = ink;
};

/** The reference in TypeScript. */
export const SWEEPER: Sweeper = { layCells, sweep };
