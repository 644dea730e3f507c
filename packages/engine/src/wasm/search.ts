import type { SearchState } from "../search/state.ts";
import type { Sweeper } from "../search/sweeper.ts";
import { layOut, type WasmMemory } from "./memory.ts";

/** What assembly/search.ts exports. */
export type SearchExports = {
  readonly memory: WasmMemory;
  layGray(state: number): void;
  sweep(state: number, reach: number, upward: number, repeat: number): number;
};

/** A sweeper whose loops run in WebAssembly. A search is copied in when its gray is laid, its glyphs are copied out. */
export const wasmSweeper = (wasm: SearchExports): Sweeper => ({
  layGray: (state) => {
    moveIn(wasm.memory, state);
    wasm.layGray(0);
  },
  sweep: (state, { reach, upward, repeat }) => {
    const changes = wasm.sweep(0, reach, Number(upward), repeat);
    const [glyphsAt] = new Int32Array(wasm.memory.buffer, GLYPHS_AT, 1);
    state.glyph.set(new Uint8Array(wasm.memory.buffer, glyphsAt, state.glyph.length));
    return changes;
  },
});

/** Numbers in the table that tells the module where everything lies, and where the place of the glyphs stands in it. */
const TABLE = 17;
const GLYPHS_AT = 28;

const moveIn = (memory: WasmMemory, state: SearchState): void => {
  const { size, set, stride, error, weight, glyph, gain, dirty, next, held, along, prior } = state;
  const table = new Int32Array(TABLE);
  const arrays = [error, weight, glyph, gain, dirty, next, set.foot, set.inner, set.near, along, prior, held];
  const [, ...places] = layOut(memory, [table, ...arrays]);
  new Int32Array(memory.buffer, 0, TABLE).set([size.columns, size.rows, stride, set.count, 0, ...places]);
  new Float32Array(memory.buffer, 16, 1)[0] = set.densest;
};
