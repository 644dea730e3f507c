import { CELL_GRID } from "../cells.ts";
import { BYTE_OF_BUCKET, ENCODED, LIGHT_OF_BYTE, LIGHTS, LIMIT_OF_BYTE } from "../math/srgb.ts";
import type { Plane } from "../plane.ts";
import type { PartLoops } from "../stages/part-loops.ts";
import { layOut, type WasmMemory } from "./memory.ts";
import { packedSpans } from "./spans.ts";

/** Exports of assembly/parts.ts. */
export type PartExports = {
  readonly memory: WasmMemory;
  readRow(rgba: number, across: number, columns: number, lights: number, out: number): void;
  addRow(row: number, columns: number, weight: number, sums: number): void;
  writeRow(...places: [sums: number, across: number, columns: number, scale: number, ...tables: number[]]): void;
  partTones(rgba: number, count: number, lights: number, tones: number, out: number): void;
  partColors(
    ...parts: [rgba: number, toned: number, count: number, isPaper: number, saturation: number, ...places: number[]]
  ): void;
  blendParts(
    ...parts: [
      believed: number,
      rgba: number,
      columns: number,
      rows: number,
      shares: number,
      noise: number,
      out: number,
    ]
  ): void;
};

/** The loops over parts in WebAssembly. */
export const wasmPartLoops = (wasm: PartExports): PartLoops => {
  const { memory } = wasm;
  const copyTo = ({ data }: Plane, at: number): void => data.set(new Float32Array(memory.buffer, at, data.length));
  return {
    partRows: (across, width) => {
      const columns = across.length;
      const places: readonly number[] = layOut(
        memory,
        [packedSpans(across), LIGHT_OF_BYTE, BYTE_OF_BUCKET, LIMIT_OF_BYTE, new Float64Array(3 * columns)],
        24 * columns,
        4 * width,
        4 * columns,
      );
      const [spans, lights, buckets, limits, sums, light, pixels, row] = places as unknown as Places;
      const bytes = new Uint8Array(memory.buffer);
      return {
        read: (data) => {
          bytes.set(data, pixels);
          wasm.readRow(pixels, spans, columns, lights, light);
        },
        add: (weight) => wasm.addRow(light, columns, weight, sums),
        write: (scale, out, at) => {
          wasm.writeRow(sums, spans, columns, scale, buckets, limits, row);
          out.set(bytes.subarray(row, row + 4 * columns), at);
        },
      };
    },
    partTones: ({ width, height, data }, planes) => {
      const count = width * height;
      const [rgba, lights, tones, out] = layOut(memory, [data, LIGHT_OF_BYTE, ENCODED], 4 * count);
      wasm.partTones(rgba!, count, lights!, tones!, out!);
      const plane = planes(width, height);
      copyTo(plane, out!);
      return plane;
    },
    partColors: ({ width, height, data }, toned, isPaper, saturation, planes) => {
      const count = width * height;
      const tables = [LIGHT_OF_BYTE, ENCODED, LIGHTS];
      const [rgba, tones, ...places] = layOut(memory, [data, toned.data, ...tables], 4 * count, 4 * count, 4 * count);
      wasm.partColors(rgba!, tones!, count, Number(isPaper), saturation, ...places);
      const plane = (channel: number): Plane => {
        const out = planes(width, height);
        copyTo(out, places[tables.length + channel]!);
        return out;
      };
      return [plane(0), plane(1), plane(2)];
    },
    blendParts: (believed, { width, height, data }, shares, noise, out) => {
      const [before, rgba, share, now] = layOut(memory, [believed, data, shares], data.length) as number[];
      const [columns, rows] = [width / CELL_GRID.columns, height / CELL_GRID.rows];
      wasm.blendParts(before!, rgba!, columns, rows, share!, noise, now!);
      believed.set(new Uint16Array(memory.buffer, before, believed.length));
      out.set(new Uint8Array(memory.buffer, now, out.length));
    },
  };
};

/** Places in the memory, in the order of their layout. */
type Places = [number, number, number, number, number, number, number, number];
