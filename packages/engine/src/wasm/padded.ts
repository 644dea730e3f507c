import type { Plane, Planes } from "../plane.ts";
import type { WasmMemory } from "./memory.ts";

/** Samples that a vector holds. */
const LANES = 4;

/** A width brought to whole vectors. */
export const wholeWidth = (width: number): number => Math.ceil(width / LANES) * LANES;

/** Bytes of a plane whose border is repeated `radius` times on each side, its width brought to whole vectors. */
export const paddedBytes = ({ width, height }: Plane, radius: number): number =>
  (wholeWidth(width) + 2 * radius) * (height + 2 * radius) * 4;

/** Writes a plane with its border repeated into the memory. */
export const pad = ({ width, height, data }: Plane, radius: number, memory: WasmMemory, at: number): void => {
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

/** A plane out of rows of whole vectors. */
export const unpad = (rows: Float32Array, width: number, height: number, planes: Planes): Plane => {
  const plane = planes(width, height);
  const stride = wholeWidth(width);
  for (let y = 0; y < height; y++) plane.data.set(rows.subarray(y * stride, y * stride + width), y * width);
  return plane;
};
