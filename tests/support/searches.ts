import type { GridSize } from "@lumiglyph/contract";
import { CELL_HEIGHT, CELL_WIDTH } from "../../packages/engine/src/cells.ts";
import { FOOT_HEIGHT, FOOT_WIDTH, MARGIN } from "../../packages/engine/src/search/footprints.ts";
import { type GlyphSet, INNER_HEIGHT, INNER_OFFSET, INNER_WIDTH } from "../../packages/engine/src/search/glyph-set.ts";
import { newSearch, type SearchState } from "../../packages/engine/src/search/state.ts";
import { noise } from "./rasters.ts";

/** Light as a share of the set's densest glyph, by position: both from 0 to 1. */
export type LightAt = (x: number, y: number) => number;

export const SEARCH_SIZE: GridSize = { columns: 12, rows: 7 };

/** A search for an image of this light. */
export const searchFor = (set: GlyphSet, lightAt: LightAt, size: GridSize = SEARCH_SIZE): SearchState => {
  const [width, height] = [size.columns * CELL_WIDTH, size.rows * CELL_HEIGHT];
  const data = Float32Array.from(
    { length: width * height },
    (_, i) => set.densest * lightAt((i % width) / width, Math.floor(i / width) / height),
  );
  return newSearch({ width, height, data }, size, set);
};

export const grain = (seed: number): LightAt => {
  const next = noise(seed);
  return () => next();
};

export const SEARCHED: readonly (readonly [name: string, lightAt: () => LightAt])[] = [
  ["a sheet", () => () => 0.37],
  ["a ramp", () => (x, y) => (x + y) / 2],
  ["a disc", () => (x, y) => ((x - 0.5) ** 2 + (y - 0.5) ** 2 < 0.1 ? 0.9 : 0.15)],
  ["noise", () => grain(3)],
];

/** Where the samples of a cell begin, and the distance `stride` to the next row of them. */
const innerAt = ({ size, stride }: SearchState, cell: number): number => {
  const [row, column] = [Math.floor(cell / size.columns), cell % size.columns];
  return (row * CELL_HEIGHT + INNER_OFFSET) * stride + column * CELL_WIDTH + INNER_OFFSET;
};

/** Σ w e² over all samples: the visible error. */
export const seenErrorOf = ({ error, weight }: SearchState): number =>
  error.reduce((sum, e, i) => sum + weight[i]! * e * e, 0);

/** The same over the samples of a cell, if `light` were added to them. */
export const innerErrorOf = (state: SearchState, cell: number, light: ArrayLike<number> | null = null): number => {
  const { error, weight, stride } = state;
  let sum = 0;
  for (let y = 0, k = 0; y < INNER_HEIGHT; y++) {
    const at = innerAt(state, cell) + y * stride;
    for (let x = at; x < at + INNER_WIDTH; x++, k++) sum += weight[x]! * (error[x]! + (light?.[k] ?? 0)) ** 2;
  }
  return sum;
};

/** Mean error on the samples of a cell. */
export const cellErrorOf = ({ error, size, stride }: SearchState, cell: number): number => {
  const [row, column] = [Math.floor(cell / size.columns), cell % size.columns];
  let sum = 0;
  for (let y = 0; y < CELL_HEIGHT; y++) {
    const at = (row * CELL_HEIGHT + MARGIN + y) * stride + column * CELL_WIDTH + MARGIN;
    for (let x = at; x < at + CELL_WIDTH; x++) sum += error[x]!;
  }
  return sum / (CELL_WIDTH * CELL_HEIGHT);
};

/** The positions of the samples that a cell's glyph lights. */
export const footprintAt = ({ size, stride }: SearchState, cell: number): readonly number[] => {
  const [row, column] = [Math.floor(cell / size.columns), cell % size.columns];
  return Array.from({ length: FOOT_WIDTH * FOOT_HEIGHT }, (_, i) => {
    const [x, y] = [i % FOOT_WIDTH, Math.floor(i / FOOT_WIDTH)];
    return (row * CELL_HEIGHT + y) * stride + column * CELL_WIDTH + x;
  });
};
