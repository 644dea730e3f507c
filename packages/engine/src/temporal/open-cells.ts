import { CELL_HEIGHT, CELL_WIDTH } from "../cells.ts";
import type { Plane } from "../plane.ts";
import { holdGlyph, NO_GLYPH, setTarget, setWantedLight } from "../search/state.ts";
import { lightOfInk, lightOn } from "../search/target.ts";
import { CELL_SAMPLES, compareCells, FORM_FREEDOM } from "./cell-difference.ts";
import type { LiveGrid } from "./live-grid.ts";

/**
 * Three limits of a cell's RMS drift: redrawn when its portion has its turn, redrawn at once, and
 * searched from gray.
 */
export const DRIFT = 0.012;
export const START = 0.025;
const LEAP = 0.1;

/** Number of portions of the grid, each evenly spread; one has its turn in each frame. */
export const PORTIONS = 16;

/**
 * Opens the cells whose tones have drifted from those that their glyphs were chosen for, and holds
 * all others. Small drifts wait for their turn; otherwise all cells of a fade would change in the
 * same frame. With `renewing`, the current portion is open in any case.
 */
export const openCells = (grid: LiveGrid, { width, data }: Plane, turn: number, renewing: boolean): void => {
  const { search, shown, drift } = grid;
  const { size, set, glyph, gain, dirty, held, along, most } = search;
  compareCells(data, shown.data, size, drift);
  for (let row = 0, cell = 0; row < size.rows; row++) {
    for (let column = 0; column < size.columns; column++, cell++) {
      const square = drift.mean[cell]! * drift.mean[cell]! + (FORM_FREEDOM / CELL_SAMPLES) * drift.form[cell]!;
      const hasTurn = (5 * column + 3 * row + turn) % PORTIONS === 0;
      const isOpen = square > START * START || (hasTurn && (renewing || square > DRIFT * DRIFT));
      held[cell] = isOpen ? 0 : 1;
      dirty[cell] = isOpen ? 1 : 0;
      if (most.length === 0) gain[cell] = 1;
      if (!isOpen) continue;
      const light = retarget(grid, data, row, column, width);
      setWantedLight(search, cell, light);
      along[cell] = NO_GLYPH;
      if (square < LEAP * LEAP) continue;
      glyph[cell] = set.count;
      gain[cell] = light;
    }
  }
};

/** Retargets a cell to its current tones and returns their mean light. */
const retarget = (grid: LiveGrid, tones: Float32Array, row: number, column: number, width: number): number => {
  const { search, shown, target, curve, inside, bare, codebook } = grid;
  const [left, top] = [column * CELL_WIDTH, row * CELL_HEIGHT];
  const brightest = search.most[row * search.size.columns + column];
  let sum = 0;
  for (let y = top; y < top + CELL_HEIGHT; y++) {
    for (let i = y * width + left; i < y * width + left + CELL_WIDTH; i++) {
      shown.data[i] = tones[i]!;
      const light = lightOn(curve, tones[i]!);
      target.data[i] = brightest === undefined ? light : lightOfInk(light, brightest, codebook.densest);
      sum += target.data[i]!;
    }
  }
  const { weight, stride, set } = search;
  setTarget({ error: bare, weight, stride, set }, target, inside, left, top, left + CELL_WIDTH, top + CELL_HEIGHT);
  return sum / CELL_SAMPLES;
};

/** Holds cells that must be blank. Their tones are reset, so that they open as soon as they need not be blank. */
export const holdBlank = ({ search, shown }: LiveGrid, blanks: Uint8Array | null): void => {
  if (blanks === null) return;
  const { size } = search;
  for (let row = 0, cell = 0; row < size.rows; row++) {
    for (let column = 0; column < size.columns; column++, cell++) {
      if (blanks[cell] === 0) continue;
      holdGlyph(search, cell, 0);
      shown.data[row * CELL_HEIGHT * shown.width + column * CELL_WIDTH] = FORGOTTEN;
    }
  }
};

/** Far from any tone. */
const FORGOTTEN = -9;
