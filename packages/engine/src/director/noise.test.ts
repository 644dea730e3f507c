import { expect, test } from "vitest";
import { percept, toLight } from "../math/srgb.ts";
import type { Plane } from "../plane.ts";
import { withNoise } from "./board.ts";

const SIDE = 120;
const sheet = (tone: number): Plane => ({
  width: SIDE,
  height: SIDE,
  data: new Float32Array(SIDE * SIDE).fill(toLight(tone)),
});

/** What the noise has added to each sample of a gray sheet, on the perceptual scale. */
const addedTo = (tone: number): Float64Array =>
  Float64Array.from(withNoise(sheet(tone), null).data, (light) => percept(light) - tone);

const mean = (values: ArrayLike<number>): number =>
  Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;

test.each([0.2, 0.5, 0.8])(
  "on a gray of %f it has no mean and a standard deviation of 0.02, on the scale of the eye",
  (gray) => {
    const added = addedTo(gray);
    expect(Math.abs(mean(added))).toBeLessThan(0.0005);
    expect(Math.sqrt(mean(added.map((value) => value * value)))).toBeCloseTo(0.02, 3);
  },
);

test("it is nearly normal: about 68 of 100 samples within one standard deviation, 95 within two, none beyond four", () => {
  const added = addedTo(0.5);
  const within = (deviations: number): number =>
    mean(added.map((value) => (Math.abs(value) < 0.02 * deviations ? 1 : 0)));
  expect(within(1)).toBeCloseTo(0.67, 1);
  expect(within(2)).toBeCloseTo(0.955, 2);
  expect(within(4)).toBe(1);
});

test.each([1, 2, SIDE - 1, SIDE, SIDE + 1])("samples %i apart have nothing to do with one another", (apart) => {
  const added = addedTo(0.5);
  const together = added.subarray(apart).map((value, i) => (value * added[i]!) / 0.0004);
  expect(Math.abs(mean(together))).toBeLessThan(0.03);
});

test("it is the same every time, and leaves the picture alone", () => {
  const picture = sheet(0.5);
  expect(withNoise(picture, null)).toEqual(withNoise(picture, null));
  expect(picture).toEqual(sheet(0.5));
});

test("black and white have noise to one side only, and never leave the range", () => {
  const [black, white] = [withNoise(sheet(0), null).data, withNoise(sheet(1), null).data];
  expect(Math.min(...black)).toBe(0);
  expect(Math.max(...black)).toBeLessThan(toLight(0.08));
  expect(Math.max(...white)).toBe(1);
  expect(Math.min(...white)).toBeGreaterThan(toLight(0.92));
});

test("what is transparent stays dark", () => {
  const { width, height } = sheet(0.5);
  const opacity = { width, height, data: new Float32Array(width * height).fill(0.1) };
  expect(Math.max(...withNoise(sheet(0.5), opacity).data)).toBeLessThanOrEqual(Math.fround(0.1));
});

test("nothing is brighter than it is opaque: what is transparent stays so, half of a gray stays half of it at most", () => {
  const clear = { ...sheet(0), data: new Float32Array(SIDE * SIDE) };
  expect(Math.max(...withNoise(sheet(0), clear).data)).toBe(0);
  const half = { ...clear, data: clear.data.map(() => toLight(0.5)) };
  expect(Math.max(...withNoise(sheet(0.5), half).data)).toBeCloseTo(toLight(0.5), 6);
  expect(Math.min(...withNoise(sheet(0.5), half).data)).toBeLessThan(toLight(0.46));
});
