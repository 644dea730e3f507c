import { PRINTS, paddedSize, type Stamp } from "../search/page-light.ts";
import { layOut, type WasmMemory } from "./memory.ts";

/** What assembly/stamp.ts exports. */
export type StampExports = {
  readonly memory: WasmMemory;
  stamp(glyphs: number, columns: number, rows: number, foots: number, sum: number, stride: number): void;
};

/** The sum of footprints with its loops in WebAssembly. */
export const wasmStamp =
  (wasm: StampExports): Stamp =>
  (glyphs, size) => {
    const { stride, height } = paddedSize(size);
    const [foots, cells, sum] = layOut(wasm.memory, [PRINTS, glyphs], stride * height * FLOAT);
    wasm.stamp(cells!, size.columns, size.rows, foots!, sum!, stride);
    return new Float32Array(wasm.memory.buffer, sum!, stride * height);
  };

const FLOAT = Float32Array.BYTES_PER_ELEMENT;
