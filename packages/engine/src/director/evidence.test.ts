import { completeParams, PARAMS, type QualityTarget, TUNABLE } from "@lumiglyph/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { optionsWith, PLAIN, validParams } from "../../../../tests/support/params.ts";
import { horizontalRamp, paintGray, rasters } from "../../../../tests/support/rasters.ts";
import { render } from "../render.ts";
import { demandsOf, RUBRICS } from "./rubrics.ts";

const RAMP = horizontalRamp(48, 24);

test("the target is met exactly if every component reaches its threshold", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(rasters(), validParams(), (raster, wanted) => {
      const { status, components, score, target } = render(raster, wanted).quality;
      const params = completeParams(wanted);
      expect(target).toBe(params.qualityTarget);
      // plain text has no colors to judge
      const isColored = params.color && params.format !== "text";
      expect(score >= 0 && score <= 1).toBe(true);
      expect(components.map(({ name }) => name)).toEqual(Object.keys(demandsOf(target, isColored)));
      for (const { value, threshold, met } of components) expect(met).toBe(value >= threshold);
      expect(status).toBe(components.every(({ met }) => met) ? "target_met" : "best_effort");
      seen.add(status);
    }),
    { numRuns: 40 },
  );
  expect(seen.size).toBe(2);
});

test("a black sheet, rendered as blanks, is perfect under every rubric", () => {
  const black = paintGray(16, 16, () => 0);
  for (const target of Object.keys(RUBRICS) as QualityTarget[]) {
    const { status, score, advice } = render(
      black,
      optionsWith({ ...PLAIN, columns: 16, qualityTarget: target }),
    ).quality;
    expect({ target, status, advice }).toEqual({ target, status: "target_met", advice: null });
    expect(score).toBeGreaterThan(0.999);
  }
});

test("tunable parameters that the client set are locked, whatever their value", () => {
  const given = { gamma: 1.2, contrast: 2, saturation: 0, columns: 40, sharpen: PARAMS.sharpen.default } as const;
  const { locked, tuned } = render(RAMP, optionsWith(given)).quality;
  expect(locked).toEqual(["contrast", "gamma", "sharpen"]);
  for (const name of locked) expect(tuned).not.toHaveProperty(name);
});

test("only unlocked tunable parameters are tuned, within their range", () => {
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

test("never returns art that scores below the untuned one", () => {
  fc.assert(
    fc.property(rasters(), validParams(), (raster, wanted) => {
      const untuned = { ...wanted, autoOptimize: 0 };
      expect(render(raster, wanted).quality.score).toBeGreaterThanOrEqual(render(raster, untuned).quality.score);
    }),
    { numRuns: 40 },
  );
});

test("autoOptimize 0 tunes nothing, but still measures the render", () => {
  const { tuned, score, evaluations } = render(RAMP, optionsWith({ columns: 24, autoOptimize: 0 })).quality;
  expect(tuned).toEqual({});
  expect(score).toBeGreaterThan(0.5);
  expect(evaluations).toBe(1);
});

test("line art is measured but never tuned, because it is not the image", () => {
  const { tuned, evaluations } = render(RAMP, optionsWith({ columns: 24, edges: true })).quality;
  expect([tuned, evaluations]).toEqual([{}, 1]);
});
