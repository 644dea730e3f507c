import fc from "fast-check";
import { expect, test } from "vitest";
import { createNormal } from "../../../../tests/live/scenes.ts";
import { CELL_SAMPLES, compareCells, makeCellDifference } from "./cell-difference.ts";
import { createPosterior, excess, lnOnePlus, oddsOf, type Posterior } from "./posterior.ts";

const SIZE = { columns: 20, rows: 10 };
const CELLS = SIZE.columns * SIZE.rows;
const NOISE = { mean: 1e-4, form: 8e-4 };

const flat = (tone: number): Float32Array => new Float32Array(CELLS * CELL_SAMPLES).fill(tone);

/** Feeds a frame; returns the share of changed cells. */
const show = (posterior: Posterior, seen: Float32Array, motionSensitivity = 0.7): number => {
  const bands = makeCellDifference(SIZE);
  compareCells(seen, posterior.tones, SIZE, bands);
  const changed = posterior.weigh(bands, NOISE, motionSensitivity);
  posterior.move(seen);
  return changed;
};

const started = (tone: number): Posterior => {
  const posterior = createPosterior(SIZE);
  posterior.restart(flat(tone));
  return posterior;
};

test("a still image is averaged: noise falls to a third or less", () => {
  const normal = createNormal(1);
  const frame = () => flat(0.5).map((tone) => tone + Math.sqrt(NOISE.form) * normal());
  const posterior = createPosterior(SIZE);
  posterior.restart(frame());
  for (let i = 0; i < 30; i++) expect(show(posterior, frame())).toBeLessThan(0.01);
  const variance = posterior.tones.reduce((sum, tone) => sum + (tone - 0.5) ** 2, 0) / posterior.tones.length;
  expect(Math.sqrt(variance / NOISE.form)).toBeLessThan(1 / 3);
});

test("a step is followed at once, and only where it happens", () => {
  const posterior = started(0.5);
  for (let i = 0; i < 20; i++) show(posterior, flat(0.5));
  const stepped = flat(0.5).map((tone, i) => (i % (2 * SIZE.columns) < SIZE.columns ? tone : tone + 0.2));
  expect(show(posterior, stepped)).toBeCloseTo(0.5, 1);
  expect(Math.max(...posterior.tones)).toBeGreaterThan(0.699);
  expect(posterior.tones[0]).toBeCloseTo(0.5, 3);
});

test("a form that reverses within its cells is followed, even with constant means", () => {
  const stripes = (phase: number) => flat(0.5).map((tone, i) => tone + (i % 2 === phase ? 0.15 : -0.15));
  const posterior = createPosterior(SIZE);
  posterior.restart(stripes(0));
  for (let i = 0; i < 20; i++) show(posterior, stripes(0));
  expect(show(posterior, stripes(1))).toBe(1);
  expect(posterior.tones[0]).toBeCloseTo(0.35, 2);
});

test("one outlier cell is taken for noise, but not with its neighbors", () => {
  const lone = 5 * SIZE.columns + 10;
  const shifted = (cells: readonly number[]) =>
    flat(0.5).map((tone, i) => {
      const [x, y] = [i % (2 * SIZE.columns), Math.floor(i / (2 * SIZE.columns))];
      return cells.includes(Math.floor(y / 4) * SIZE.columns + Math.floor(x / 2)) ? tone + 0.04 : tone;
    });
  const around = [-21, -20, -19, -1, 0, 1, 19, 20, 21].map((step) => lone + step);
  const changed = [[lone], around].map((cells) => {
    const posterior = started(0.5);
    for (let i = 0; i < 20; i++) show(posterior, flat(0.5));
    show(posterior, shifted(cells));
    return posterior.doubt[lone]! > 0.5;
  });
  expect(changed).toEqual([false, true]);
});

test("a slow fade is followed within a few frames", () => {
  const posterior = started(0.2);
  for (let i = 0; i < 20; i++) show(posterior, flat(0.2));
  for (let i = 1; i <= 50; i++) show(posterior, flat(0.2 + 0.004 * i));
  expect((0.4 - posterior.tones[0]!) / 0.004).toBeLessThan(3);
});

test("higher sensitivity follows the frame more closely", () => {
  fc.assert(
    fc.property(fc.double({ min: 0.001, max: 0.3, noNaN: true }), (step) => {
      const beliefs = [0, 0.3, 0.7, 1].map((sensitivity) => {
        const posterior = started(0.5);
        for (let i = 0; i < 10; i++) show(posterior, flat(0.5), sensitivity);
        show(posterior, flat(0.5 + step), sensitivity);
        return posterior.tones[0]!;
      });
      expect(beliefs).toEqual(beliefs.toSorted((one, other) => one - other));
    }),
    { numRuns: 40 },
  );
});

test("doubt is 1 after a change, then the weight of the last frame, falling while nothing changes", () => {
  const posterior = started(0.5);
  expect(posterior.doubt[0]).toBe(1);
  const doubts = Array.from({ length: 5 }, () => {
    show(posterior, flat(0.5));
    return posterior.doubt[0]!;
  });
  expect(doubts[0]).toBeCloseTo(0.505, 2);
  expect(doubts).toEqual(doubts.toSorted((one, other) => other - one));
});

test("oddsOf is within a thousandth of the exponential", () => {
  fc.assert(
    fc.property(fc.double({ min: -11.99, max: 11.99, noNaN: true }), (logarithm) => {
      expect(Math.abs(oddsOf(logarithm) / Math.exp(logarithm) - 1)).toBeLessThan(0.001);
    }),
  );
});

test("oddsOf is 0 below −12 and constant above 12", () => {
  expect([oddsOf(-12), oddsOf(-1e9), oddsOf(Number.NEGATIVE_INFINITY)]).toEqual([0, 0, 0]);
  expect([oddsOf(12), oddsOf(1e9)]).toEqual([Math.exp(12), Math.exp(12)].map((odds) => expect.closeTo(odds, 3)));
});

test("lnOnePlus is within .01 up to 1.15", () => {
  for (let x = 0; x <= 1.15; x += 0.05) expect(Math.abs(lnOnePlus(x) - Math.log1p(x))).toBeLessThan(0.01);
});

test("the excess of a mean square is x − 1 − ln x within a tenth up to 5, and 0 up to 1", () => {
  for (let x = 1.05; x <= 5; x += 0.05) {
    const exact = x - 1 - Math.log(x);
    expect(excess(x)).toBeLessThanOrEqual(exact);
    expect(excess(x)).toBeGreaterThan(0.9 * exact);
  }
  expect([excess(0), excess(0.5), excess(1)]).toEqual([0, 0, 0]);
});
