import { expect, test } from "vitest";
import { createNormal, WAVES } from "../../../../tests/live/scenes.ts";
import { toEncoded, toLight } from "../math/srgb.ts";
import { makePlane, type Plane } from "../plane.ts";
import { LEAST_NOISE } from "./noise-level.ts";
import { createSmoother, isCut } from "./smoother.ts";

const SIZE = { columns: 40, rows: 20 };

/** Light of even tones with noise. */
const createFrames = (seed: number): ((tone: number, sigma: number) => Plane) => {
  const normal = createNormal(seed);
  return (tone, sigma) => {
    const plane = makePlane(80, 80);
    for (let i = 0; i < plane.data.length; i++) {
      plane.data[i] = toLight(Math.min(1, Math.max(0, tone + 0.2 * Math.sin(i / 300) + sigma * normal())));
    }
    return plane;
  };
};

/** Mean distance of a frame's tones from their noise-free values. */
const noiseOf = ({ data }: Plane, tone: number): number =>
  data.reduce((sum, light, i) => sum + Math.abs(toEncoded(light) - tone - 0.2 * Math.sin(i / 300)), 0) / data.length;

test("the first frame is unchanged", () => {
  const frame = createFrames(1)(0.5, 0.05);
  const { light, cut, changed } = createSmoother(SIZE)(frame, 0.7);
  expect(light).toEqual(frame);
  expect({ cut, changed }).toEqual({ cut: true, changed: 1 });
});

test("noise fades from frame to frame at constant light", () => {
  const [frame, smooth] = [createFrames(2), createSmoother(SIZE)];
  const noises = Array.from({ length: 25 }, () => noiseOf(smooth(frame(0.5, 0.03), 0.7).light, 0.5));
  expect(noises[0]).toBeGreaterThan(0.022);
  expect(noises.at(-1)).toBeLessThan(0.009);
});

test("another scene is a cut and stays unchanged", () => {
  const [frame, smooth] = [createFrames(3), createSmoother(SIZE)];
  for (let i = 0; i < 10; i++) expect(smooth(frame(0.3, 0.02), 0.7).cut).toBe(i === 0);
  const other = frame(0.7, 0.02);
  const { light, cut } = smooth(other, 0.7);
  expect(cut).toBe(true);
  expect(light).toEqual(other);
});

test("does not change its input", () => {
  const [frame, smooth] = [createFrames(4), createSmoother(SIZE)];
  smooth(frame(0.5, 0.02), 0.7);
  const next = frame(0.5, 0.02);
  const before = next.data.slice();
  smooth(next, 0.7);
  expect(next.data).toEqual(before);
});

const LARGE = { columns: 120, rows: 60 };
const grid = (at: (column: number, row: number) => number): Float32Array =>
  Float32Array.from({ length: 7200 }, (_, cell) => at(cell % 120, Math.floor(cell / 120)));
const STILL = grid(WAVES);

test("another image is a cut", () => {
  const other = grid((column, row) => 0.5 + 0.4 * Math.sin(0.2 * row + 0.03 * column));
  expect(isCut(other, STILL, LEAST_NOISE, LARGE)).toBe(true);
});

test.each([1, 2])("a pan by %i cells is not a cut, although nearly all cells change", (cells) => {
  const turned = grid((column, row) => WAVES(column + cells, row));
  const changed = turned.filter((tone, cell) => Math.abs(tone - STILL[cell]!) > 0.01).length / 7200;
  expect(changed).toBeGreaterThan(0.7);
  expect(isCut(turned, STILL, LEAST_NOISE, LARGE)).toBe(false);
});

test("a change of half the image is not a cut, a change of two thirds is", () => {
  const mixed = (share: number) => grid((column, row) => (column < 120 * share ? 0.02 : WAVES(column, row)));
  expect(isCut(mixed(0.5), STILL, LEAST_NOISE, LARGE)).toBe(false);
  expect(isCut(mixed(2 / 3), STILL, LEAST_NOISE, LARGE)).toBe(true);
});

test("a light switched on everywhere is a cut", () => {
  expect(
    isCut(
      grid((column, row) => 0.3 + WAVES(column, row) / 2),
      grid((c, r) => WAVES(c, r) / 4),
      LEAST_NOISE,
      LARGE,
    ),
  ).toBe(true);
});
