import { makePlane, type Plane, type Planes } from "../plane.ts";
import { layOut, type WasmMemory } from "./memory.ts";
import { pad, paddedBytes, unpad, wholeWidth } from "./padded.ts";

/** What assembly/blur.ts exports. */
export type BlurExports = {
  readonly memory: WasmMemory;
  blur(padded: number, rows: number, out: number, width: number, height: number, taps: number, radius: number): void;
};

/** The separable blur with its loops in WebAssembly. */
export const wasmBlur =
  (wasm: BlurExports) =>
  (plane: Plane, taps: Float32Array, planes: Planes = makePlane): Plane => {
    const { width, height } = plane;
    const radius = taps.length - 1;
    const whole = wholeWidth(width);
    const rowBytes = whole * (height + 2 * radius) * 4;
    const rooms = [paddedBytes(plane, radius), rowBytes, whole * height * 4];
    const [weights, source, rows, target] = layOut(wasm.memory, [taps], ...rooms);
    pad(plane, radius, wasm.memory, source!);
    wasm.blur(source!, rows!, target!, whole, height, weights!, radius);
    return unpad(new Float32Array(wasm.memory.buffer, target!, whole * height), width, height, planes);
  };
