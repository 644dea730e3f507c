import { PARAMS } from "@lumiglyph/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { PLAIN, parsed, validParams } from "../../../../tests/support/params.ts";
import { horizontalRamp, paintGray, rasters } from "../../../../tests/support/rasters.ts";
import { render } from "../render.ts";

const RAMP = horizontalRamp(48, 24);

test("every component says whether it meets its threshold, and no target is claimed to be met by tone alone", () => {
  fc.assert(
    fc.property(rasters(), validParams(), (raster, wanted) => {
      const { status, components, score, target } = render(raster, wanted).quality;
      expect(target).toBe(wanted.params.qualityTarget);
      expect(score >= 0 && score <= 1).toBe(true);
      expect(components.length).toBeGreaterThan(0);
      for (const { value, threshold, met } of components) expect(met).toBe(value >= threshold);
      expect(status).toBe("best_effort");
    }),
    { numRuns: 25 },
  );
});

test("a black sheet, which blanks draw, keeps all its tone", () => {
  const black = paintGray(16, 16, () => 0);
  const { score, components } = render(black, parsed({ ...PLAIN, columns: 16 })).quality;
  expect(score).toBeGreaterThan(0.999);
  expect(components).toEqual([{ name: "tone", value: score, threshold: 0.95, met: true }]);
});

test("what the caller set is locked, but only of what may be tuned", () => {
  const given = { gamma: 1.2, contrast: 2, saturation: 0, columns: 40, sharpen: PARAMS.sharpen.default } as const;
  expect(render(RAMP, parsed(given)).quality.locked).toEqual(["contrast", "gamma"]);
});

test("a locked parameter is never tuned", () => {
  fc.assert(
    fc.property(rasters(), validParams(), (raster, wanted) => {
      const { tuned, locked } = render(raster, wanted).quality;
      for (const name of Object.keys(tuned)) expect(locked).not.toContain(name);
    }),
    { numRuns: 25 },
  );
});

test("with autoOptimize 0 nothing is tuned, and the quality is measured all the same", () => {
  const { tuned, score, evaluations } = render(RAMP, parsed({ columns: 24, autoOptimize: 0 })).quality;
  expect(tuned).toEqual({});
  expect(score).toBeGreaterThan(0.5);
  expect(evaluations).toBeGreaterThan(0);
});
