import { makePlane, type Plane } from "../plane.ts";
import { NEAR, RADIUS, SHARPNESS } from "../stages/bilateral.ts";
import { layOut, type WasmMemory } from "./memory.ts";

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
  (plane: Plane, amount: number): Plane => {
    const { width, height } = plane;
    const whole = Math.ceil(width / LANES) * LANES;
    const out = new Float32Array(whole * height);
    const [source, target, near] = layOut(wasm.memory, [pad(plane, whole), out, NEAR], 0) as [number, number, number];
    wasm.bilateral(source, target, whole, height, near, SHARPNESS, amount);
    const filtered = new Float32Array(wasm.memory.buffer, target, whole * height);
    const result = makePlane(width, height);
    for (let y = 0; y < height; y++) result.data.set(filtered.subarray(y * whole, y * whole + width), y * width);
    return result;
  };

const LANES = 4;

/** The plane with its border repeated, its width brought to whole vectors. */
const pad = ({ width, height, data }: Plane, whole: number): Float32Array => {
  const stride = whole + 2 * RADIUS;
  const padded = new Float32Array(stride * (height + 2 * RADIUS));
  for (let y = 0; y < height + 2 * RADIUS; y++) {
    const row = Math.min(height - 1, Math.max(0, y - RADIUS)) * width;
    const to = y * stride;
    padded.fill(data[row]!, to, to + RADIUS);
    padded.set(data.subarray(row, row + width), to + RADIUS);
    padded.fill(data[row + width - 1]!, to + RADIUS + width, to + stride);
  }
  return padded;
};
