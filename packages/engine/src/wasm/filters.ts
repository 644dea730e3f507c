import { ATLAS } from "../glyphs/atlas.ts";
import { NEIGHBOR_WEIGHTS, RADIUS, SHARPNESS, STRIDE } from "../math/bilateral.ts";
import { makePlane, type Plane, type Planes } from "../plane.ts";
import { paddedSize, type Stamp, singleFootprints } from "../search/grid-light.ts";
import { layOut, type WasmMemory } from "./memory.ts";

/** Samples in a vector. */
const LANES = 4;

/** A width rounded up to whole vectors. */
const wholeWidth = (width: number): number => Math.ceil(width / LANES) * LANES;

/** Bytes of a plane whose border is repeated `radius` times on each side, with its width rounded up to whole vectors. */
const paddedBytes = ({ width, height }: Plane, radius: number): number =>
  (wholeWidth(width) + 2 * radius) * (height + 2 * radius) * 4;

/** Copies a plane into the memory, with its border repeated. */
const pad = ({ width, height, data }: Plane, radius: number, memory: WasmMemory, at: number): void => {
  const stride = wholeWidth(width) + 2 * radius;
  const padded = new Float32Array(memory.buffer, at, stride * (height + 2 * radius));
  for (let y = 0; y < height + 2 * radius; y++) {
    const row = Math.min(height - 1, Math.max(0, y - radius)) * width;
    const to = y * stride;
    padded.fill(data[row]!, to, to + radius);
    padded.set(data.subarray(row, row + width), to + radius);
    padded.fill(data[row + width - 1]!, to + radius + width, to + stride);
  }
};

/** Copies a plane from rows of whole vectors. */
const unpad = (rows: Float32Array, width: number, height: number, planes: Planes): Plane => {
  const plane = planes(width, height);
  const stride = wholeWidth(width);
  for (let y = 0; y < height; y++) plane.data.set(rows.subarray(y * stride, y * stride + width), y * width);
  return plane;
};

/** Exports of assembly/bilateral.ts. */
export type BilateralExports = {
  readonly memory: WasmMemory;
  bilateral(padded: number, out: number, width: number, height: number, near: number, sharpness: number): void;
};

/** Width of the repeated border. */
const BORDER = RADIUS * STRIDE;

/** The bilateral filter with its loop in WebAssembly. */
export const wasmBilateral =
  (wasm: BilateralExports) =>
  (plane: Plane, planes: Planes = makePlane): Plane => {
    const { width, height } = plane;
    const whole = wholeWidth(width);
    const [near, source, target] = layOut(
      wasm.memory,
      [NEIGHBOR_WEIGHTS],
      paddedBytes(plane, BORDER),
      whole * height * 4,
    );
    pad(plane, BORDER, wasm.memory, source!);
    wasm.bilateral(source!, target!, whole, height, near!, SHARPNESS);
    return unpad(new Float32Array(wasm.memory.buffer, target!, whole * height), width, height, planes);
  };

/** Exports of assembly/blur.ts. */
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

/** Exports of assembly/stamp.ts. */
export type StampExports = {
  readonly memory: WasmMemory;
  stamp(glyphs: number, inks: number, columns: number, rows: number, foots: number, sum: number, stride: number): void;
};

/** The sum of footprints with its loops in WebAssembly. */
export const wasmStamp =
  (wasm: StampExports): Stamp =>
  (glyphs, size, inks = null, atlas = ATLAS) => {
    const { stride, height } = paddedSize(size);
    const arrays = [singleFootprints(atlas), glyphs, inks ?? WHITE];
    const [foots, cells, colors, sum] = layOut(wasm.memory, arrays, stride * height * FLOAT);
    wasm.stamp(cells!, inks === null ? 0 : colors!, size.columns, size.rows, foots!, sum!, stride);
    return new Float32Array(wasm.memory.buffer, sum!, stride * height);
  };

const WHITE = new Float32Array(0);
const FLOAT = Float32Array.BYTES_PER_ELEMENT;
