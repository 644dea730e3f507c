import { makePlane, type Plane, type Planes } from "../plane.ts";
import { NEAR, RADIUS, SHARPNESS } from "../stages/bilateral.ts";
import { layOut, type WasmMemory } from "./memory.ts";
import { pad, paddedBytes, unpad, wholeWidth } from "./padded.ts";

/** What assembly/bilateral.ts exports. */
export type BilateralExports = {
  readonly memory: WasmMemory;
  bilateral(
    padded: number,
    out: number,
    width: number,
    height: number,
    near: number,
    sharpness: number,
    amount: number,
  ): void;
};

/** The bilateral filter with its loop in WebAssembly. */
export const wasmBilateral =
  (wasm: BilateralExports) =>
  (plane: Plane, amount: number, planes: Planes = makePlane): Plane => {
    const { width, height } = plane;
    const whole = wholeWidth(width);
    const [near, source, target] = layOut(wasm.memory, [NEAR], paddedBytes(plane, RADIUS), whole * height * 4);
    pad(plane, RADIUS, wasm.memory, source!);
    wasm.bilateral(source!, target!, whole, height, near!, SHARPNESS, amount);
    return unpad(new Float32Array(wasm.memory.buffer, target!, whole * height), width, height, planes);
  };
