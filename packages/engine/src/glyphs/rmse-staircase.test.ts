import fc from "fast-check";
import { expect, test } from "vitest";
import { optionsWith, validParams } from "../../../../tests/support/params.ts";
import { horizontalRamp, rasters } from "../../../../tests/support/rasters.ts";
import type { Raster } from "../frame.ts";
import { render } from "../render.ts";
import { rmseStaircase } from "./smallest-codebook.ts";

/** Whether any pixel is more transparent than not: such a picture needs the blank, whatever its tones say. */
const isPierced = ({ data }: Raster): boolean => data.some((byte, at) => at % 4 === 3 && byte < 128);

test("the page's codebook has the first size whose step holds the limit, and lies between step and limit", () => {
  fc.assert(
    fc.property(rasters(), validParams({ glyphStrategy: "adaptive" }), (raster, wanted) => {
      const { glyphs } = render(raster, wanted);
      const { size, rmse, limit, withinLimit, adapted } = glyphs;
      fc.pre(adapted && withinLimit);
      const stairs = rmseStaircase(glyphs);
      const smallest = stairs.findIndex((step) => step <= limit!) + 1;
      const hasBlankOnTop = isPierced(raster) && glyphs.codebook.startsWith(" ") && size === smallest + 1;
      if (!hasBlankOnTop) expect(size).toBe(smallest);
      expect(rmse).toBeLessThanOrEqual(limit!);
      expect(rmse).toBeGreaterThanOrEqual(stairs[size - 1]! - 1e-12);
    }),
    { numRuns: 40 },
  );
});

test("the last step is the whole ramp: the RMSE of a page with fixed glyphs", () => {
  for (const charset of ["standard", "detailed", "blocks", "binary", "dots", "minimal"] as const) {
    const { glyphs } = render(horizontalRamp(64, 64), optionsWith({ columns: 32, charset, glyphStrategy: "fixed" }));
    const stairs = rmseStaircase(glyphs);
    expect(stairs).toHaveLength(glyphs.size);
    expect(stairs.at(-1)).toBeCloseTo(glyphs.rmse, 12);
  }
});

test("no glyph more makes it worse", () => {
  fc.assert(
    fc.property(rasters(), (raster) => {
      const stairs = rmseStaircase(render(raster, optionsWith({ columns: 24 })).glyphs);
      for (const [at, step] of stairs.entries()) expect(step).toBeLessThanOrEqual((stairs[at - 1] ?? 1) + 1e-12);
    }),
    { numRuns: 20 },
  );
});
