import fc from "fast-check";
import { expect, test } from "vitest";
import { paramsWith } from "../../../../tests/support/params.ts";
import { initialStateOf } from "../../../../tests/support/pipeline-state.ts";
import { horizontalRamp, paint, paintGray, rasters } from "../../../../tests/support/rasters.ts";
import { PARTS, runStages } from "../pipeline.ts";
import type { Raster } from "../raster.ts";
import { unwatched } from "../stage.ts";
import { view } from "../stages/view.ts";
import { withNoise } from "./evaluate.ts";
import { analyze, type Facts } from "./facts.ts";

const SIZE = { columns: 40, rows: 20 };

const stillOf = (raster: Raster) => runStages(PARTS.light, initialStateOf(raster, SIZE), paramsWith(), unwatched);

const factsOf = (raster: Raster): Facts => {
  const scaled = stillOf(raster);
  return analyze(scaled, view.run(scaled, paramsWith()));
};

const sheet = (gray: number): Raster => paintGray(80, 80, () => gray);

test("a ramp has evenly spread tones and a quarter of it in shadow", () => {
  const { dark, middle, shadows } = factsOf(horizontalRamp(160, 80));
  expect(dark).toBeCloseTo(0.02, 1);
  expect(middle).toBeCloseTo(0.5, 1);
  expect(shadows).toBeCloseTo(0.25, 1);
});

test("a gray sheet has that tone, and neither noise nor edges", () => {
  const { noise, dark, middle, edges } = factsOf(sheet(51));
  for (const tone of [dark, middle]) expect(tone).toBeCloseTo(0.2, 3);
  expect(noise).toBeLessThan(1e-6);
  expect(edges).toBe(0);
});

test("shadow is darker than a quarter", () => {
  expect(factsOf(sheet(60)).shadows).toBe(1);
  expect(factsOf(sheet(68)).shadows).toBe(0);
});

test("noise is measured as its standard deviation within a tenth", () => {
  const scaled = stillOf(sheet(128));
  const noisy = { ...scaled, light: withNoise(scaled.light, null) };
  expect(Math.abs(analyze(noisy, view.run(noisy, paramsWith())).noise - 0.02)).toBeLessThan(0.002);
});

test("a straight edge, vertical or horizontal, is not noise", () => {
  expect(factsOf(paintGray(80, 80, (x) => (x < 40 ? 0 : 255))).noise).toBeLessThan(1e-6);
  expect(factsOf(paintGray(80, 80, (_, y) => (y < 40 ? 0 : 255))).noise).toBeLessThan(1e-6);
});

test("edges are the share of samples on a contour", () => {
  const stripes = (width: number): number =>
    factsOf(paintGray(80, 80, (x) => (x % (2 * width) < width ? 0 : 255))).edges;
  // the eye's blur makes an edge four to six samples wide
  expect(stripes(40)).toBeGreaterThan(4 / 80);
  expect(stripes(40)).toBeLessThan(6 / 80);
  expect(stripes(10) / stripes(40)).toBeGreaterThan(6);
});

test("skin is detected in the image's own pixels", () => {
  expect(factsOf(paint(80, 80, (x) => (x < 20 ? [231, 180, 143] : [110, 160, 220]))).skin).toBe(0.25);
});

test("for any image, shares and tones are from 0 to 1, and tones are in order", () => {
  fc.assert(
    fc.property(rasters(), (raster) => {
      const facts = factsOf(raster);
      for (const value of Object.values(facts)) expect(value >= 0 && value <= 1).toBe(true);
      expect(facts.dark <= facts.middle).toBe(true);
    }),
    { numRuns: 50 },
  );
});
