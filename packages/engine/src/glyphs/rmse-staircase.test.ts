import fc from "fast-check";
import { expect, test } from "vitest";
import { parsed, validParams } from "../../../../tests/support/params.ts";
import { horizontalRamp, rasters } from "../../../../tests/support/rasters.ts";
import { render } from "../render.ts";
import { rmseStaircase } from "./rmse-staircase.ts";

test("the page's codebook has the first size whose step holds the limit, and lies between step and limit", () => {
  fc.assert(
    fc.property(rasters(), validParams({ glyphStrategy: "adaptive" }), (raster, wanted) => {
      const { glyphs } = render(raster, wanted);
      const { size, rmse, limit, withinLimit, adapted } = glyphs;
      fc.pre(adapted && withinLimit);
      const stairs = rmseStaircase(glyphs);
      expect(stairs.findIndex((step) => step <= limit!) + 1).toBe(size);
      expect(rmse).toBeGreaterThanOrEqual(stairs[size - 1]! - 1e-12);
    }),
    { numRuns: 30 },
  );
});

test("the last step is the whole ramp: the RMSE of a page with fixed glyphs", () => {
  for (const charset of ["standard", "detailed", "blocks", "binary", "dots", "minimal"] as const) {
    const { glyphs } = render(horizontalRamp(64, 64), parsed({ columns: 32, charset, glyphStrategy: "fixed" }));
    const stairs = rmseStaircase(glyphs);
    expect(stairs).toHaveLength(glyphs.size);
    expect(stairs.at(-1)).toBeCloseTo(glyphs.rmse, 12);
  }
});

test("no glyph more makes it worse", () => {
  fc.assert(
    fc.property(rasters(), (raster) => {
      const stairs = rmseStaircase(render(raster, parsed({ columns: 24 })).glyphs);
      for (const [at, step] of stairs.entries()) expect(step).toBeLessThanOrEqual((stairs[at - 1] ?? 1) + 1e-12);
    }),
    { numRuns: 20 },
  );
});
