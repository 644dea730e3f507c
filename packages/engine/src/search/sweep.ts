import { CELL_HEIGHT, CELL_WIDTH } from "../cells.ts";
import { FOOT, FOOT_HEIGHT, FOOT_WIDTH } from "./footprints.ts";
import { INNER, INNER_HEIGHT, INNER_OFFSET, INNER_WIDTH, NEAR_STEPS } from "./glyph-set.ts";
import { NO_GLYPH, type SearchState } from "./state.ts";

// Every operation is rounded to single precision, in the order of the WebAssembly twin (assembly/search.ts): sums run over
// four lanes, one a column of the inner samples, which are added up last. What is stored in a Float32Array is rounded by that.
const { fround } = Math;

/** Adds the footprint of its gray to the error around each cell that has no glyph yet. */
export const layGray = ({ error, gain, glyph, set, size, stride }: SearchState): void => {
  const gray = set.foot.subarray(set.count * FOOT);
  for (let row = 0, cell = 0; row < size.rows; row++) {
    for (let column = 0; column < size.columns; column++, cell++) {
      if (glyph[cell] !== set.count) continue;
      const light = gain[cell]!;
      let at = row * CELL_HEIGHT * stride + column * CELL_WIDTH;
      for (let y = 0, i = 0; y < FOOT_HEIGHT; y++, at += stride - FOOT_WIDTH) {
        for (let x = 0; x < FOOT_WIDTH; x++, i++, at++) error[at] = error[at]! + fround(light * gray[i]!);
      }
    }
  }
};

/** How a pass over the picture goes. */
export type Pass = {
  /** Candidates looked at in each cell, around the light that would cancel its error. */
  readonly reach: number;
  /** From the last row to the first. */
  readonly upward: boolean;
  /** What it costs to repeat the glyph above or below, in units of the error. */
  readonly repeat: number;
};

/**
 * One pass over the dirty cells, left to right and back: each takes the glyph that leaves the least weighted error on its
 * inner samples, Σ w (error + light)². Returns how many cells changed.
 */
export const sweep = (state: SearchState, { reach, upward, repeat }: Pass): number => {
  const { size, set, glyph, dirty, next, held, along, prior } = state;
  const { columns, rows } = size;
  const cost = fround(repeat);
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
      const above = row > 0 ? glyph[cell - columns]! : NO_GLYPH;
      const below = row < rows - 1 ? glyph[cell + columns]! : NO_GLYPH;
      const low = reach < set.count ? firstCandidate(state, reach) : 0;
      const high = Math.min(set.count, low + reach);
      let best = now;
      let least = Number.POSITIVE_INFINITY;
      // the glyph it has comes first, so that a tie changes nothing
      for (let candidate = now < set.count ? low - 1 : low; candidate < high; candidate++) {
        const g = candidate < low ? now : candidate;
        let error = errorWith(state, g);
        if (g !== 0 && (g === above || g === below)) error = fround(error + cost);
        if (g === along[cell]) error = fround(error - prior[cell]!);
        if (error < least) {
          least = error;
          best = g;
        }
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

/** Weights on the inner samples of the cell at hand, and the weighted error there without the cell's own light. */
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

/** Sums over the four lanes. */
const need = new Float32Array(4);
const norm = new Float32Array(4);

/** The first of `reach` candidates around the light that a gray cell would need here. */
const firstCandidate = ({ set }: SearchState, reach: number): number => {
  const { inner, near, count, densest } = set;
  need.fill(0);
  norm.fill(0);
  for (let k = 0, gray = count * INNER; k < INNER; k++, gray++) {
    const light = inner[gray]!;
    need[k & 3] = need[k & 3]! + fround(light * errors[k]!);
    norm[k & 3] = norm[k & 3]! + fround(light * fround(light * weights[k]!));
  }
  const wanted = fround(-lanes(need[0]!, need[1]!, need[2]!, need[3]!) / lanes(norm[0]!, norm[1]!, norm[2]!, norm[3]!));
  const step = fround(fround(wanted * fround(NEAR_STEPS / fround(densest))) + 0.5);
  const low = near[step > 0 ? Math.min(NEAR_STEPS, Math.floor(step)) : 0]! - (reach >> 1);
  return Math.max(0, Math.min(count - reach, low));
};

/** Σ f (w f + 2 e): what the weighted error becomes with this glyph, up to what all glyphs have in common. */
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

/** Gives the cell its glyph and takes the light it had out of the error. */
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
