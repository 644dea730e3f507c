import { type GlyphSet, INNER } from "../search/glyph-set.ts";
import type { Palette } from "../search/palettes.ts";
import type { Sweeper } from "../search/search.ts";
import type { SearchState } from "../search/state.ts";
import type { PairSearch } from "../search/two-colors.ts";
import type { PairSweeper } from "../search/two-colors-sweep.ts";
import { layOut, type WasmMemory } from "./memory.ts";

/** Exports of assembly/search.ts. */
export type SearchExports = {
  readonly memory: WasmMemory;
  layCells(state: number): void;
  sweep(state: number, upward: number): number;
};

/**
 * A sweeper in WebAssembly. `layCells` copies a search in, `sweep` copies its glyphs and inks out; the memory holds one search at a
 * time.
 */
export const wasmSweeper = (wasm: SearchExports): Sweeper => {
  let current: SearchState | null = null;
  return {
    layCells: (state) => {
      copyIn(wasm.memory, state);
      current = state;
      wasm.layCells(0);
    },
    sweep: (state, upward) => {
      if (state !== current) throw new Error("This search is not the one in memory: lay its cells first.");
      const changes = wasm.sweep(0, Number(upward));
      const [glyphsAt, gainsAt] = new Int32Array(wasm.memory.buffer, 4 * HEADER.indexOf("glyph"), 2);
      state.glyph.set(new Uint8Array(wasm.memory.buffer, glyphsAt, state.glyph.length));
      if (state.most.length > 0) state.gain.set(new Float32Array(wasm.memory.buffer, gainsAt, state.gain.length));
      return changes;
    },
  };
};

/** Arrays of the search and of its glyph set, in their order in memory. */
const OF_CELLS = [
  "error",
  "weight",
  "glyph",
  "gain",
  "dirty",
  "next",
  "held",
  "wanted",
  "near",
  "slack",
  "along",
  "worth",
  "most",
] as const satisfies readonly (keyof SearchState)[];
const OF_GLYPHS = ["tone", "foot", "inner", "direction", "stroke"] as const satisfies readonly (keyof GlyphSet)[];

/**
 * The memory starts with these numbers, 32 bits each: four sizes, whether inks are chosen, then the offset of each array. assembly/search.ts reads
 * them.
 */
const HEADER = ["columns", "rows", "stride", "count", "inked", ...OF_CELLS, ...OF_GLYPHS] as const;

const copyIn = (memory: WasmMemory, state: SearchState): void => {
  const { size, stride, set } = state;
  const arrays = [...OF_CELLS.map((name) => state[name]), ...OF_GLYPHS.map((name) => set[name])];
  const [, ...places] = layOut(memory, [new Int32Array(HEADER.length), ...arrays]);
  new Int32Array(memory.buffer, 0, HEADER.length).set([
    size.columns,
    size.rows,
    stride,
    set.count,
    Number(state.most.length > 0),
    ...places,
  ]);
};

/** Exports of assembly/two-colors.ts. */
export type PairExports = {
  readonly memory: WasmMemory;
  layPairs(search: number): void;
  sweepPairs(search: number, upward: number): number;
};

/** The same for two colors per cell. */
export const wasmPairSweeper = (wasm: PairExports): PairSweeper => {
  let current: PairSearch | null = null;
  return {
    layPairs: (search) => {
      copyPairsIn(wasm.memory, search);
      current = search;
      wasm.layPairs(0);
    },
    sweepPairs: (search, upward) => {
      if (search !== current) throw new Error("This search is not the one in memory: lay its cells first.");
      const changes = wasm.sweepPairs(0, Number(upward));
      const [cells, ground, more] = new Int32Array(wasm.memory.buffer, 4 * PAIR_HEADER.indexOf("cells"), 3);
      search.cells.set(new Uint8Array(wasm.memory.buffer, cells, search.cells.length));
      search.ground.set(new Float32Array(wasm.memory.buffer, ground, search.ground.length));
      const paints = new Int32Array(wasm.memory.buffer, 4 * PAIR_HEADER.indexOf("paints"), 1)[0];
      search.paints.set(new Uint8Array(wasm.memory.buffer, paints, search.paints.length));
      search.more.set(new Float32Array(wasm.memory.buffer, more, search.more.length));
      return changes;
    },
  };
};

/** Arrays of such a search, in their order in memory. */
const OF_PAIRS = [
  "error",
  "cells",
  "ground",
  "more",
  "means",
  "dirty",
  "held",
  "liked",
  "worth",
  "even",
  "weights",
  "paints",
  "foot",
  "whole",
  "inner",
  "inside",
  "fits",
  "products",
  "bounds",
] as const satisfies readonly (keyof PairSearch)[];

/** Sizes and other numbers, then the offset of each array, then those of the buffers that only assembly/two-colors.ts uses. */
const PAIR_SIZES = ["columns", "rows", "stride", "plane", "count", "room", "tries"];
const PAIR_WEIGHTS = [
  "firm",
  "keep",
  "wholeWhole",
  "fill",
  "backing",
  "heft",
  "backdrop",
] as const satisfies readonly (keyof PairSearch)[];
const OF_PALETTE = ["light", "tone", "near"] as const satisfies readonly (keyof Palette)[];
const BUFFERS = { errors: 3 * INNER, pull: 3, newGround: 3, newMore: 3, slopes: 3, mores: 3 };
const PAIR_HEADER: readonly string[] = [
  ...PAIR_SIZES,
  ...PAIR_WEIGHTS,
  ...OF_PAIRS,
  ...OF_PALETTE,
  ...Object.keys(BUFFERS),
];

const copyPairsIn = (memory: WasmMemory, search: PairSearch): void => {
  const { size, stride, plane, count, room, palette, tries } = search;
  const ofPalette = OF_PALETTE.map((name) => palette?.[name] ?? new Uint8Array(0));
  const arrays = [new Int32Array(PAIR_HEADER.length), ...OF_PAIRS.map((name) => search[name]), ...ofPalette];
  const [, ...places] = layOut(memory, arrays, ...Object.values(BUFFERS).map((length) => 4 * length));
  const sizes = [size.columns, size.rows, stride, plane, count, room, tries];
  const header = new Int32Array(memory.buffer, 0, PAIR_HEADER.length);
  header.set([...sizes, ...PAIR_WEIGHTS.map(() => 0), ...places]);
  new Float32Array(memory.buffer, 4 * sizes.length, PAIR_WEIGHTS.length).set(PAIR_WEIGHTS.map((name) => search[name]));
};
