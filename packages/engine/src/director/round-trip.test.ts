import type { RenderParams } from "@lumiglyph/contract";
import { expect, test } from "vitest";
import { startFrame } from "../../../../tests/support/frames.ts";
import { PLAIN, paramsWith } from "../../../../tests/support/params.ts";
import { horizontalRamp, paintGray } from "../../../../tests/support/rasters.ts";
import { cellMeans } from "../cells.ts";
import type { Frame, Raster } from "../frame.ts";
import { percept } from "../math/srgb.ts";
import { PARTS, runStages } from "../pipeline.ts";
import { unwatched } from "../stage.ts";
import { view } from "../stages/view.ts";
import { roundTrip } from "./components.ts";

const SIZE = { columns: 48, rows: 24 };

type Drawn = { readonly page: Frame; readonly source: Float32Array; readonly params: RenderParams };

const drawn = (raster: Raster, given: Partial<RenderParams> = {}): Drawn => {
  const params = paramsWith({ ...PLAIN, glyphStrategy: "fixed", ...given });
  const still = runStages(PARTS.light, startFrame(raster, SIZE), params, unwatched);
  const page = runStages(PARTS.page, view.run(still, params), params, unwatched);
  return { page, source: cellMeans(still.light, SIZE).map(percept), params };
};

const decibels = ({ page, source, params }: Drawn): number => roundTrip(page, params, source);

const RAMP = horizontalRamp(192, 96);
const FAINT = paintGray(192, 96, (x) => 100 + Math.round((20 * x) / 191));

test("a ramp comes back to within a thirtieth of its range", () => {
  expect(decibels(drawn(RAMP))).toBeGreaterThan(30);
});

test("a negative comes back the right way round", () => {
  expect(decibels(drawn(RAMP, { invert: true }))).toBeGreaterThan(28);
  const { page, source } = drawn(RAMP, { invert: true });
  expect(roundTrip(page, paramsWith(), source)).toBeLessThan(12);
});

test("a dithered page is read as one", () => {
  const dithered = drawn(RAMP, { dither: true });
  expect(decibels(dithered)).toBeGreaterThan(30);
  expect(roundTrip(dithered.page, { ...dithered.params, dither: false }, dithered.source)).toBeLessThan(
    decibels(dithered),
  );
});

test("exposure is forgiven: levels that were stretched over the whole range cost nothing", () => {
  expect(decibels(drawn(FAINT, { autoLevels: 0.9 }))).toBeGreaterThan(28);
});

test.each([
  ["a ramp", RAMP],
  ["a faint ramp", FAINT],
] as const)("a page that says nothing of %s has no more than the picture's spread in its own range", (_, raster) => {
  const { page, source, params } = drawn(raster);
  const blank = { ...page, cells: new Uint8Array(page.cells.length) };
  // an even ramp's standard deviation is its range ÷ √12: 10.8 dB
  expect(roundTrip(blank, params, source)).toBeCloseTo(10.8, 0);
});

test("a sheet of one gray is as good as it gets: 60 dB, not infinitely many", () => {
  expect(decibels(drawn(paintGray(192, 96, () => 0)))).toBe(60);
});
