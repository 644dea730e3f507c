import { CELL_HEIGHT, CELL_WIDTH } from "../cells.ts";
import type { Plane } from "../plane.ts";
import { aimAt, NO_GLYPH, settle, wish } from "../search/state.ts";
import { lightOn } from "../search/target.ts";
import { compareCells, FORM_FREEDOM, SAMPLES } from "./bands.ts";
import type { Page } from "./page.ts";

/**
 * Root mean square of a cell's drift in tone past which it is drawn anew when its portion has its turn, past which it is drawn
 * anew at once, and past which it starts from nothing.
 */
const DRIFT = 0.012;
const START = 0.025;
const LEAP = 0.1;

/** Portions that a page is divided in, evenly strewn: one has its turn in each frame. */
export const PORTIONS = 16;

/**
 * Opens the cells whose tones have drifted from those that their glyphs were chosen for, and holds all others. Small drifts
 * wait for their turn: where all cells fade alike, they would else all change in the same frame. With `renewing` the portion
 * whose turn it is is open in any case.
 */
export const openCells = (page: Page, { width, data }: Plane, turn: number, renewing: boolean): void => {
  const { search, shown, drift } = page;
  const { size, set, glyph, gain, dirty, held, along } = search;
  compareCells(data, shown.data, size, drift);
  for (let row = 0, cell = 0; row < size.rows; row++) {
    for (let column = 0; column < size.columns; column++, cell++) {
      const square = drift.mean[cell]! * drift.mean[cell]! + (FORM_FREEDOM / SAMPLES) * drift.form[cell]!;
      const hasTurn = (5 * column + 3 * row + turn) % PORTIONS === 0;
      const isOpen = square > START * START || (hasTurn && (renewing || square > DRIFT * DRIFT));
      held[cell] = isOpen ? 0 : 1;
      dirty[cell] = isOpen ? 1 : 0;
      gain[cell] = 1;
      if (!isOpen) continue;
      const light = show(page, data, row, column, width);
      wish(search, cell, light);
      along[cell] = NO_GLYPH;
      if (square < LEAP * LEAP) continue;
      glyph[cell] = set.count;
      gain[cell] = light;
    }
  }
};

/** Aims for the tones that a cell has now; their mean light. */
const show = (page: Page, tones: Float32Array, row: number, column: number, width: number): number => {
  const { search, shown, target, curve, inside, bare } = page;
  const [left, top] = [column * CELL_WIDTH, row * CELL_HEIGHT];
  let sum = 0;
  for (let y = top; y < top + CELL_HEIGHT; y++) {
    for (let i = y * width + left; i < y * width + left + CELL_WIDTH; i++) {
      shown.data[i] = tones[i]!;
      target.data[i] = lightOn(curve, tones[i]!);
      sum += target.data[i]!;
    }
  }
  const { weight, stride } = search;
  aimAt({ error: bare, weight, stride }, target, inside, left, top, left + CELL_WIDTH, top + CELL_HEIGHT);
  return sum / SAMPLES;
};

/** Holds cells that are to be blank. Their tones are forgotten, so that they open as soon as they need not be. */
export const holdBlank = ({ search, shown }: Page, blanks: Uint8Array | null): void => {
  if (blanks === null) return;
  const { size } = search;
  for (let row = 0, cell = 0; row < size.rows; row++) {
    for (let column = 0; column < size.columns; column++, cell++) {
      if (blanks[cell] === 0) continue;
      settle(search, cell, 0);
      shown.data[row * CELL_HEIGHT * shown.width + column * CELL_WIDTH] = FORGOTTEN;
    }
  }
};

/** No tone is anywhere near. */
const FORGOTTEN = -9;
