import { expect, test } from "vitest";
import { createNormal } from "../../../../tests/live/scenes.ts";
import { averageCells, CELL_SAMPLES, compareCells, makeCellDifference } from "./cell-difference.ts";
import { createMagnitudeHistogram, createNoiseMeter, LEAST_NOISE, roughness } from "./noise-level.ts";
import { createPosterior } from "./posterior.ts";

const SIZE = { columns: 60, rows: 30 };
const WIDTH = 2 * SIZE.columns;
const SAMPLE_COUNT = SIZE.columns * SIZE.rows * CELL_SAMPLES;

/** The tone at a sample of a frame. */
type Picture = (x: number, y: number, frame: number) => number;

/** The meter's standard deviations after this many frames of an image that a posterior follows. */
const measured = (picture: Picture, frames: number): { mean: number; form: number } => {
  const posterior = createPosterior(SIZE);
  const meter = createNoiseMeter(SIZE);
  const [bands, means] = [makeCellDifference(SIZE), new Float32Array(SIZE.columns * SIZE.rows)];
  for (let frame = 0; frame < frames; frame++) {
    const seen = Float32Array.from({ length: SAMPLE_COUNT }, (_, i) =>
      picture(i % WIDTH, Math.floor(i / WIDTH), frame),
    );
    if (frame === 0) posterior.restart(seen);
    averageCells(seen, SIZE, means);
    compareCells(seen, posterior.tones, SIZE, bands);
    if (frame > 0) meter.follow(bands, posterior.doubt, means, seen);
    posterior.weigh(bands, meter.level(), 0.7);
    posterior.move(seen);
  }
  const { mean, form } = meter.level();
  return { mean: Math.sqrt(mean), form: Math.sqrt(form) };
};

const smooth = (x: number, y: number): number => 0.5 + 0.3 * Math.sin(x / 17 + y / 29);

test("grain is measured in both bands: full in samples, an eighth of its variance in cells", () => {
  const normal = createNormal(1);
  const { mean, form } = measured((x, y) => smooth(x, y) + 0.03 * normal(), 40);
  expect(form).toBeGreaterThan(0.027);
  expect(form).toBeLessThan(0.042);
  expect(mean).toBeGreaterThan(0.0095);
  expect(mean).toBeLessThan(0.0148);
});

test("an image without noise has the minimum", () => {
  expect(measured(smooth, 10)).toEqual({ mean: Math.sqrt(LEAST_NOISE.mean), form: Math.sqrt(LEAST_NOISE.form) });
});

test("noise that changes in a third of the blocks per frame is still measured", () => {
  const normal = createNormal(2);
  const held = new Float64Array(SAMPLE_COUNT);
  const { mean } = measured((x, y, frame) => {
    const i = y * WIDTH + x;
    const block = Math.floor(x / 8) + 5 * Math.floor(y / 8);
    if (frame === 0 || (block + frame) % 3 === 0) held[i] = 0.03 * normal();
    return smooth(x, y) + held[i]!;
  }, 60);
  expect(mean).toBeGreaterThan(0.006);
});

test("motion in half of the image does not count as noise", () => {
  const normal = createNormal(3);
  const grain = (x: number, y: number) => smooth(x, y) + 0.02 * normal();
  const still = measured(grain, 30);
  const moving = measured((x, y, frame) => grain(x < WIDTH / 2 ? x + 5 * frame : x, y), 30);
  expect(moving.mean / still.mean).toBeLessThan(1.5);
});

test("motion all over hardly counts as noise", () => {
  const normal = createNormal(4);
  const grain = (x: number, y: number) => smooth(x, y) + 0.02 * normal();
  expect(measured((x, y, frame) => grain(x + 5 * frame, y), 30).mean / measured(grain, 30).mean).toBeLessThan(1.5);
});

test("a fade is not noise", () => {
  const normal = createNormal(5);
  const grain = (x: number, y: number) => 0.6 * smooth(x, y) + 0.02 * normal();
  expect(measured((x, y, frame) => grain(x, y) + 0.005 * frame, 40).mean / measured(grain, 40).mean).toBeLessThan(1.3);
});

test("a restart resets the noise to the minimum", () => {
  const meter = createNoiseMeter(SIZE);
  const bands = { mean: new Float32Array(1800).fill(0.05), form: new Float32Array(1800).fill(0.01) };
  const normal = createNormal(6);
  const rough = (length: number) => Float32Array.from({ length }, () => 0.5 + 0.05 * normal());
  meter.follow(bands, new Float32Array(1800), rough(1800), rough(SAMPLE_COUNT));
  expect(meter.level().form).toBeGreaterThan(LEAST_NOISE.form);
  meter.restart();
  expect(meter.level()).toEqual(LEAST_NOISE);
});

test("a magnitude histogram returns its quantile", () => {
  const histogram = createMagnitudeHistogram();
  for (let i = 0; i < 1000; i++) histogram.add(i / 10_000);
  expect(histogram.takeQuantile(0.2)).toBeCloseTo(0.02, 3);
});

test("taking a quantile empties the histogram", () => {
  const histogram = createMagnitudeHistogram();
  histogram.add(0.2);
  histogram.takeQuantile(0.5);
  expect(histogram.takeQuantile(0.5)).toBe(Number.POSITIVE_INFINITY);
  for (const value of [0.01, 0.01, 0.01]) histogram.add(value);
  expect(histogram.takeQuantile(0.5)).toBeCloseTo(0.01, 3);
});

test("values above any noise are counted, however large", () => {
  const histogram = createMagnitudeHistogram();
  for (const value of [0.001, 0.3, 5, Number.POSITIVE_INFINITY]) histogram.add(value);
  expect(histogram.takeQuantile(0.2)).toBeCloseTo(0.001, 3);
});

const PLANE_WIDTH = 240;
const plane = (at: (x: number, y: number) => number): Float32Array =>
  Float32Array.from({ length: PLANE_WIDTH * PLANE_WIDTH }, (_, i) => at(i % PLANE_WIDTH, Math.floor(i / PLANE_WIDTH)));

test.each([0.005, 0.02, 0.05])("the roughness of white noise of %f is its standard deviation", (sigma) => {
  const normal = createNormal(1);
  const found = roughness(
    plane(() => 0.5 + sigma * normal()),
    PLANE_WIDTH,
    createMagnitudeHistogram(),
  );
  expect(found / sigma).toBeGreaterThan(0.93);
  expect(found / sigma).toBeLessThan(1.07);
});

test("ramps, stripes and straight edges are not rough", () => {
  for (const at of [
    (x: number, y: number) => (x + 2 * y) / 720,
    (x: number) => Math.floor(x / 5) % 2,
    (_: number, y: number) => (y > 100 ? 1 : 0),
  ]) {
    expect(roughness(plane(at), PLANE_WIDTH, createMagnitudeHistogram())).toBeLessThan(0.001);
  }
});

test("an image without inner samples has infinite roughness", () => {
  expect(roughness(new Float32Array(10), 5, createMagnitudeHistogram())).toBe(Number.POSITIVE_INFINITY);
});
