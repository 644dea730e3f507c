import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { noise } from "../../../../tests/support/rasters.ts";
import { partsHeight, partsWidth } from "../cells.ts";
import { type Kernels, PLAIN_KERNELS } from "../kernels.ts";
import { makePlane } from "../plane.ts";
import type { Raster } from "../raster.ts";
import { reduceToParts } from "../stages/parts.ts";
import { loadKernels } from "./kernels.ts";

let wasm: Kernels;
beforeAll(async () => {
  wasm = await loadKernels(WebAssembly);
});

const raster = (width: number, height: number, next: () => number, isOpaque: boolean): Raster => ({
  width,
  height,
  data: Uint8Array.from({ length: 4 * width * height }, (_, i) => (i % 4 === 3 && isOpaque ? 255 : 256 * next())),
});

const sizes = {
  columns: fc.integer({ min: 1, max: 7 }),
  rows: fc.integer({ min: 1, max: 4 }),
  seed: fc.nat(),
};

test("plain and WebAssembly kernels reduce any opaque picture to the same parts", () => {
  const pictures = fc.record({
    ...sizes,
    width: fc.integer({ min: 1, max: 90 }),
    height: fc.integer({ min: 1, max: 90 }),
  });
  fc.assert(
    fc.property(pictures, ({ columns, rows, width, height, seed }) => {
      const picture = raster(width, height, noise(seed), true);
      const reduced = (kernels: Kernels): Raster =>
        reduceToParts({ raster: picture, size: { columns, rows }, opacity: null, kernels });
      expect(reduced(wasm)).toEqual(reduced(PLAIN_KERNELS));
    }),
    { numRuns: 200 },
  );
});

test("plain and WebAssembly kernels give parts the same tones and colors", () => {
  const tasks = fc.record({
    ...sizes,
    isOpaque: fc.boolean(),
    isPaper: fc.boolean(),
    saturation: fc.constantFrom(0, 0.7, 1, 2),
  });
  fc.assert(
    fc.property(tasks, ({ columns, rows, isOpaque, isPaper, saturation, seed }) => {
      const next = noise(seed);
      const parts = raster(partsWidth(columns), partsHeight(rows), next, isOpaque);
      const toned = PLAIN_KERNELS.partTones(parts, makePlane);
      expect(wasm.partTones(parts, makePlane)).toEqual(toned);
      const changed = { ...toned, data: toned.data.map((tone) => tone * 1.3 - 0.2 * next()) };
      const [one, other] = [PLAIN_KERNELS, wasm].map(({ partColors }) =>
        partColors(parts, changed, isPaper, saturation, makePlane),
      );
      expect(other).toEqual(one);
    }),
    { numRuns: 200 },
  );
});

test("plain and WebAssembly kernels blend the same parts", () => {
  const tasks = fc.record({ ...sizes, isOpaque: fc.boolean(), range: fc.constantFrom(3, 30, 255) });
  fc.assert(
    fc.property(tasks, ({ columns, rows, isOpaque, range, seed }) => {
      const next = noise(seed);
      const frames = Array.from({ length: 4 }, () => raster(partsWidth(columns), partsHeight(rows), next, isOpaque));
      const near = frames.map((frame) => ({
        ...frame,
        data: frame.data.map((byte, i) => (i % 4 === 3 ? byte : ((255 - range) >> 1) + (byte * range) / 255)),
      }));
      const shares = Int32Array.from({ length: columns * rows }, () => 32768 * next());
      const [one, other] = [PLAIN_KERNELS, wasm].map(({ blendParts }) => {
        const believed = Uint16Array.from(near[0]!.data, (byte) => 128 * byte);
        return near.map((frame) => {
          const out = new Uint8Array(frame.data.length);
          blendParts(believed, frame, shares, 24 * 32 * 128, out);
          return { out, believed: believed.slice() };
        });
      });
      expect(other).toEqual(one);
    }),
    { numRuns: 100 },
  );
});
