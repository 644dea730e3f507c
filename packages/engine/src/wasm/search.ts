import type { GlyphSet } from "../search/glyph-set.ts";
import type { Sweeper } from "../search/search.ts";
import type { SearchState } from "../search/state.ts";
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
