import { CELL_GRID } from "../cells.ts";
import { LIGHTS } from "../math/srgb.ts";
import { cellRoom, ROOM } from "../search/cell-room.ts";
import { type FitCells, FREE, PLAIN, ROUGH, visibleShare } from "../search/cell-task.ts";
import { once } from "../search/footprints.ts";
import type { Masks } from "../search/masks.ts";
import { layOut, type WasmMemory } from "./memory.ts";

/** Exports of assembly/fit.ts. */
export type FitExports = {
  readonly memory: WasmMemory;
  readCell(corner: number, step: number, plane: number, lights: number): void;
  coveredSums(glyphs: number, covers: number, first: number, end: number, count: number, sums: number): void;
  fitCell(
    glyphs: number,
    covers: number,
    sums: number,
    count: number,
    now: number,
    keep: number,
    isLetters: number,
    onPage: number,
    page: number,
    visible: number,
    plain: number,
    liked: number,
    likedWorth: number,
  ): number;
};

/** Fits cells in WebAssembly. The room is in its memory. */
export const wasmFitCells =
  (wasm: FitExports): FitCells =>
  ({ masks, wanted, look, keep }) => {
    const { count, cover } = masks;
    const { width } = wanted[0];
    const tables = [packed(masks), cover, LIGHTS, ...wanted.map((plane) => plane.data)];
    const [, glyphs, covers, lights, red, green, , sums] = layOut(
      wasm.memory,
      [new Float64Array(ROOM), ...tables],
      24 * count,
    ) as number[];
    const coveredSums = new Float64Array(wasm.memory.buffer, sums, 3 * count);
    const isLetters = Number(look !== null);
    const onPage = Number(look?.fill === 0);
    const page = look?.page ?? 0;
    const visible = visibleShare(look);
    const [step, plane] = [4 * width, green! - red!];
    return {
      room: cellRoom(new Float64Array(wasm.memory.buffer, 0, ROOM)),
      read: (row, column, withLight) => {
        const corner = red! + row * CELL_GRID.rows * step + column * CELL_GRID.columns * 4;
        wasm.readCell(corner, step, plane, withLight ? lights! : 0);
      },
      fit: (cell, now, among) => {
        const liked = look === null ? FREE : look.liked[cell]!;
        const worth = look === null ? 0 : look.worth[cell]!;
        // biome-ignore format: as in assembly/fit.ts
        return wasm.fitCell(
          glyphs!, covers!, sums!, among, now, keep,
          isLetters, onPage, page, visible, PLAIN, liked, worth,
        );
      },
      coveredSums: (first, end) => {
        wasm.coveredSums(glyphs!, covers!, first, end, count, sums!);
        return coveredSums;
      },
    };
  };

/** Glyphs as assembly/fit.ts reads them. */
const packed = once(({ count, inked, mixed, bare, scale, mean, densest, rough, one, other }: Masks): Uint8Array => {
  const numbers = new Float64Array(7 * count);
  const indexes = new Int32Array(numbers.buffer);
  for (let glyph = 0, at = 0; glyph < count; glyph++, at += 7) {
    numbers.set(
      [inked, mixed, bare, scale].map((of) => of[glyph]!),
      at,
    );
    numbers.set([mean[glyph]! / densest, ROUGH * rough[glyph]!], at + 4);
    indexes.set([one[glyph]!, other[glyph]!], 2 * at + 12);
  }
  return new Uint8Array(numbers.buffer);
});
