import fc from "fast-check";
import { expect, test } from "vitest";
import { paramsWith } from "../../../../tests/support/params.ts";
import { initialStateOf } from "../../../../tests/support/pipeline-state.ts";
import { paintGray, planeOf } from "../../../../tests/support/rasters.ts";
import { workingWidth } from "../cells.ts";
import type { PipelineState } from "../pipeline-state.ts";
import type { Plane } from "../plane.ts";
import { downscale } from "./downscale.ts";

const frameWith = (light: Plane, opacity: Plane | null, columns: number, rows: number): PipelineState => ({
  ...initialStateOf(
    paintGray(1, 1, () => 0),
    { columns, rows },
  ),
  light,
  opacity,
});

test("the working raster has whole samples per cell and the width given to decoders", () => {
  const { light, opacity } = downscale.run(frameWith(planeOf([[0.5]]), planeOf([[1]]), 9, 5), paramsWith());
  expect(light.width).toBe(workingWidth(9));
  expect(light.height % 5).toBe(0);
  expect([opacity?.width, opacity?.height]).toEqual([light.width, light.height]);
});

test("fine black and white becomes half the light, not half the byte", () => {
  const checks = Array.from({ length: 64 }, (_, y) => Array.from({ length: 64 }, (_, x) => (x + y) % 2));
  const { light } = downscale.run(frameWith(planeOf(checks), null, 8, 4), paramsWith());
  for (const value of light.data) expect(value).toBe(0.5);
});

test("an opaque image stays without an opacity plane", () => {
  expect(downscale.run(frameWith(planeOf([[0.5]]), null, 8, 4), paramsWith()).opacity).toBeNull();
});

test("a uniform image stays uniform", () => {
  const side = fc.integer({ min: 1, max: 200 });
  fc.assert(
    fc.property(
      side,
      side,
      fc.integer({ min: 8, max: 40 }),
      fc.integer({ min: 1, max: 20 }),
      (width, height, columns, rows) => {
        const flat = { width, height, data: new Float32Array(width * height).fill(0.7) };
        const { data } = downscale.run(frameWith(flat, null, columns, rows), paramsWith()).light;
        expect(Math.min(...data)).toBeGreaterThan(0.7 - 1e-5);
        expect(Math.max(...data)).toBeLessThan(0.7 + 1e-5);
      },
    ),
    { numRuns: 50 },
  );
});
