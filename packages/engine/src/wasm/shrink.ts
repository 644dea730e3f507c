import { decodeBase64, type GridSize } from "@lumiglyph/contract";
import { workingHeight, workingWidth } from "../cells.ts";
import { halvings, spansOf } from "../math/area.ts";
import { LIGHT_OF_BYTE } from "../math/srgb.ts";
import type { Plane } from "../plane.ts";
import type { Raster } from "../raster.ts";
import { type Shrink, shrink } from "../shrink.ts";
import { LUMINANCE_OF_BYTES } from "../stages/luminance.ts";
import { SHRINK_WASM } from "./generated/shrink-wasm.ts";
import type { WasmHost } from "./kernels.ts";
import { layOut, type WasmMemory } from "./memory.ts";
import { packedSpans } from "./spans.ts";

/** Exports of assembly/shrink.ts. */
type ShrinkExports = {
  readonly memory: WasmMemory;
  isOpaque(rgba: number, pixels: number): number;
  luminance(rgba: number, pixels: number, weights: number, out: number): void;
  halve(from: number, width: number, height: number, out: number): void;
  narrow(from: number, width: number, height: number, spans: number, target: number, out: number): void;
  flatten(from: number, width: number, spans: number, target: number, out: number): void;
  means(
    rgba: number,
    width: number,
    across: number,
    columns: number,
    down: number,
    rows: number,
    lights: number,
    out: number,
  ): void;
};

/** Reduces frames in WebAssembly. Pictures with transparency, which video hardly has, use the TypeScript twin. */
const wasmShrink = (wasm: ShrinkExports): Shrink => {
  let plan: Plan | null = null;
  return (raster, size, inColor) => {
    if (plan === null || !isFor(plan, raster, size)) plan = planFor(raster, size);
    const pixels = raster.data.subarray(0, 4 * raster.width * raster.height);
    const places = layOut(wasm.memory, [...plan.tables, pixels], ...plan.rooms);
    if (!wasm.isOpaque(places[RGBA]!, pixels.length / 4)) return shrink(raster, size, inColor);
    return {
      light: lightOf(wasm, plan, places),
      opacity: null,
      means: inColor ? meansOf(wasm, plan, places) : null,
    };
  };
};

/** Tables and memory sizes for rasters of one size on one grid. */
type Plan = {
  readonly width: number;
  readonly height: number;
  readonly size: GridSize;
  readonly target: { readonly width: number; readonly height: number };
  readonly halvings: number;
  readonly tables: readonly (Float64Array | Uint8Array)[];
  /** Bytes of each space for results. */
  readonly rooms: readonly number[];
};

/** Indexes of tables, pixels and result spaces, in memory order. */
const [ACROSS, DOWN, CELLS_ACROSS, CELLS_DOWN, BY_CHANNEL, BY_BYTE] = [0, 1, 2, 3, 4, 5];
const [RGBA, LIGHT, HALF, NARROW, SMALL, MEANS] = [6, 7, 8, 9, 10, 11];

const isFor = ({ width, height, size }: Plan, raster: Raster, { columns, rows }: GridSize): boolean =>
  width === raster.width && height === raster.height && size.columns === columns && size.rows === rows;

const planFor = ({ width, height }: Raster, size: GridSize): Plan => {
  const target = { width: workingWidth(size.columns), height: workingHeight(size.rows) };
  const times = halvings({ width, height }, target.width, target.height);
  const [levelWidth, levelHeight] = [width >> times, height >> times];
  const spans = [
    spansOf(levelWidth, target.width),
    spansOf(levelHeight, target.height),
    spansOf(width, size.columns),
    spansOf(height, size.rows),
  ];
  const samples = [
    width * height,
    (width * height) >> 2,
    target.width * levelHeight,
    target.width * target.height,
    6 * size.columns * size.rows,
  ];
  return {
    width,
    height,
    size,
    target,
    halvings: times,
    tables: [...spans.map(packedSpans), LUMINANCE_OF_BYTES, LIGHT_OF_BYTE],
    rooms: samples.map((count) => 4 * count),
  };
};

const lightOf = (wasm: ShrinkExports, plan: Plan, places: readonly number[]): Plane => {
  const { width: targetWidth, height: targetHeight } = plan.target;
  let { width, height } = plan;
  let [level, spare] = [places[LIGHT]!, places[HALF]!];
  wasm.luminance(places[RGBA]!, width * height, places[BY_CHANNEL]!, level);
  for (let left = plan.halvings; left > 0; left--, width /= 2, height /= 2) {
    wasm.halve(level, width, height, spare);
    [level, spare] = [spare, level];
  }
  if (width !== targetWidth || height !== targetHeight) {
    wasm.narrow(level, width, height, places[ACROSS]!, targetWidth, places[NARROW]!);
    wasm.flatten(places[NARROW]!, targetWidth, places[DOWN]!, targetHeight, places[SMALL]!);
    level = places[SMALL]!;
  }
  const data = new Float32Array(wasm.memory.buffer, level, targetWidth * targetHeight);
  return { width: targetWidth, height: targetHeight, data };
};

const meansOf = (wasm: ShrinkExports, { width, size }: Plan, places: readonly number[]): Float64Array => {
  const [across, down, lights, out] = [CELLS_ACROSS, CELLS_DOWN, BY_BYTE, MEANS].map((place) => places[place!]!);
  wasm.means(places[RGBA]!, width, across!, size.columns, down!, size.rows, lights!, out!);
  return new Float64Array(wasm.memory.buffer, out!, 3 * size.columns * size.rows);
};

/** Loads the `shrink` of a stream in WebAssembly with SIMD: `loadShrink(WebAssembly)`. One instance serves one stream. */
export const loadShrink = async (host: WasmHost): Promise<Shrink> => {
  const { instance } = await host.instantiate(decodeBase64(SHRINK_WASM).buffer as ArrayBuffer);
  return wasmShrink(instance.exports as ShrinkExports);
};
