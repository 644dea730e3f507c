import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { noise } from "../../../../tests/support/rasters.ts";
import { type Shrink, shrink } from "../shrink.ts";
import { loadShrink } from "./shrink.ts";

let wasm: Shrink;
beforeAll(async () => {
  wasm = await loadShrink(WebAssembly);
});

const bitsOf = ({ data }: { readonly data: Float32Array }) =>
  new Uint32Array(data.buffer, data.byteOffset, data.length);

const pictures = fc.record({
  columns: fc.integer({ min: 1, max: 9 }),
  rows: fc.integer({ min: 1, max: 5 }),
  width: fc.integer({ min: 1, max: 90 }),
  height: fc.integer({ min: 1, max: 90 }),
  seed: fc.nat(),
  opaque: fc.boolean(),
});

test("plain and WebAssembly kernels scale any image to the same bits, enlarged, reduced or halved first", () => {
  fc.assert(
    fc.property(pictures, ({ columns, rows, width, height, seed, opaque }) => {
      const next = noise(seed);
      const bytes = Uint8Array.from({ length: 4 * width * height + 4 }, (_, i) =>
        opaque && i % 4 === 3 ? 255 : 256 * next(),
      );
      const raster = { width, height, data: bytes };
      const [one, other] = [shrink, wasm].map((by) => by(raster, { columns, rows }, true));
      expect(bitsOf(other!.light)).toEqual(bitsOf(one!.light));
      expect(other!.opacity).toEqual(one!.opacity);
      expect(other!.means).toEqual(one!.means);
      expect(wasm(raster, { columns, rows }, false).means).toBeNull();
    }),
    { numRuns: 300 },
  );
});
