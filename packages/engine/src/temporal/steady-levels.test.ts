import { expect, test } from "vitest";
import { planeOf } from "../../../../tests/support/rasters.ts";
import { countTones, type ToneCounts } from "../plane.ts";
import { levelingOf } from "../stages/levels.ts";
import { createSteadyLevels, PACE } from "./steady-levels.ts";

/** A histogram of even tones between two ends, a share of them replaced by white. */
const tones = (black: number, white: number, bright = 0): ToneCounts =>
  countTones(
    planeOf([Array.from({ length: 1000 }, (_, i) => (i < 1000 * bright ? 1 : black + ((white - black) * i) / 999))]),
    null,
  );

const DIM = tones(0.1, 0.5);
const whiteOf = ({ black, scale }: { black: number; scale: number }): number => black + 1 / scale;

test("the first frame gets the stretch of its own tones", () => {
  const { black, scale } = createSteadyLevels().next(DIM, 0.9, 1);
  const own = levelingOf(DIM, 0.9);
  expect(black).toBeCloseTo(own.black, 12);
  expect(scale).toBeCloseTo(own.scale, 9);
});

test("a bright object changes nothing for half a second, then moves each end no faster than PACE", () => {
  const levels = createSteadyLevels();
  const before = whiteOf(levels.next(DIM, 0.9, 1));
  const whites = Array.from({ length: 60 }, () => whiteOf(levels.next(tones(0.1, 0.5, 0.04), 0.9, 0.04)));
  expect(whites.slice(0, 9)).toEqual(Array(9).fill(expect.closeTo(before, 9)));
  const steps = whites.map((white, i) => white - (whites[i - 1] ?? before));
  expect(Math.max(...steps)).toBeLessThan(PACE + 1e-9);
  expect(whites.at(-1)! - before).toBeGreaterThan(0.1);
});

test("a fluctuating percentile is ignored", () => {
  const levels = createSteadyLevels();
  const before = levels.next(DIM, 0.9, 1);
  for (let i = 0; i < 100; i++) expect(levels.next(tones(0.1, 0.5 + 0.018 * (i % 2)), 0.9, 0)).toEqual(before);
});

test("a large change is followed soon, without a jump", () => {
  const levels = createSteadyLevels();
  levels.next(tones(0, 0.1), 0.9, 1);
  const whites = Array.from({ length: 30 }, () => whiteOf(levels.next(tones(0, 0.9), 0.9, 0.8)));
  expect(whites.at(-1)).toBeGreaterThan(0.85);
  expect(whites[1]! - whites[0]!).toBeLessThan(0.05);
});

test("a parameter change and a restart take effect at once", () => {
  const levels = createSteadyLevels();
  levels.next(DIM, 0.9, 1);
  expect(levels.next(DIM, 0, 0)).toEqual({ black: 0, scale: 1 });
  levels.next(DIM, 0.9, 0);
  levels.restart();
  expect(whiteOf(levels.next(tones(0.3, 0.9), 0.9, 0))).toBeCloseTo(whiteOf(levelingOf(tones(0.3, 0.9), 0.9)), 9);
});
