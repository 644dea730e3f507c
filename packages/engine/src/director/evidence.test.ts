import { PARAMS, type QualityTarget } from "@lumiglyph/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { PLAIN, parsed, validParams } from "../../../../tests/support/params.ts";
import { horizontalRamp, paintGray, rasters } from "../../../../tests/support/rasters.ts";
import { render } from "../render.ts";
import { RUBRICS } from "./rubrics.ts";
import { TUNABLE } from "./tunable.ts";

const RAMP = horizontalRamp(48, 24);

test("the target is met where every component of its rubric holds its threshold, and nowhere else", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(rasters(), validParams(), (raster, wanted) => {
      const { status, components, score, target } = render(raster, wanted).quality;
      expect(target).toBe(wanted.params.qualityTarget);
      expect(score >= 0 && score <= 1).toBe(true);
      expect(components.map(({ name }) => name)).toEqual(Object.keys(RUBRICS[target].demands));
      for (const { value, threshold, met } of components) expect(met).toBe(value >= threshold);
      expect(status).toBe(components.every(({ met }) => met) ? "target_met" : "best_effort");
      seen.add(status);
    }),
    { numRuns: 40 },
  );
  expect(seen.size).toBe(2);
});

test("the weights of every rubric add up to 1", () => {
  for (const { demands } of Object.values(RUBRICS)) {
    expect(Object.values(demands).reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12);
  }
});

test("a black sheet, which blanks draw, is perfect under every rubric", () => {
  const black = paintGray(16, 16, () => 0);
  for (const target of Object.keys(RUBRICS) as QualityTarget[]) {
    const { status, score, advice } = render(black, parsed({ ...PLAIN, columns: 16, qualityTarget: target })).quality;
    expect({ target, status, advice }).toEqual({ target, status: "target_met", advice: null });
    expect(score).toBeGreaterThan(0.999);
  }
});

test("what the caller set is locked, but only of what may be tuned", () => {
  const given = { gamma: 1.2, contrast: 2, saturation: 0, columns: 40, sharpen: PARAMS.sharpen.default } as const;
  expect(render(RAMP, parsed(given)).quality.locked).toEqual(["contrast", "gamma"]);
});

test("only what may be tuned and is not locked is ever tuned, and within its range", () => {
  fc.assert(
    fc.property(rasters(), validParams(), (raster, wanted) => {
      const { tuned, locked } = render(raster, wanted).quality;
      for (const [name, { from, to }] of Object.entries(tuned)) {
        expect(TUNABLE as readonly string[]).toContain(name);
        expect(locked).not.toContain(name);
        const row = PARAMS[name as (typeof TUNABLE)[number]];
        expect(from).toBe(row.default);
        expect(to).not.toBe(from);
        expect(to >= row.min && to <= row.max).toBe(true);
      }
    }),
    { numRuns: 40 },
  );
});

test("a page is never returned that scores below the untuned one", () => {
  fc.assert(
    fc.property(rasters(), validParams(), (raster, { params, changed }) => {
      const untuned = { params: { ...params, autoOptimize: 0 }, changed };
      expect(render(raster, { params, changed }).quality.score).toBeGreaterThanOrEqual(
        render(raster, untuned).quality.score,
      );
    }),
    { numRuns: 40 },
  );
});

test("with autoOptimize 0 nothing is tuned, and the one page is measured all the same", () => {
  const { tuned, score, evaluations } = render(RAMP, parsed({ columns: 24, autoOptimize: 0 })).quality;
  expect(tuned).toEqual({});
  expect(score).toBeGreaterThan(0.5);
  expect(evaluations).toBe(1);
});

test("line art is measured but never tuned: it is not the picture", () => {
  const { tuned, evaluations } = render(RAMP, parsed({ columns: 24, edges: true })).quality;
  expect([tuned, evaluations]).toEqual([{}, 1]);
});
