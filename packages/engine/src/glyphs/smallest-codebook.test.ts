import fc from "fast-check";
import { expect, test } from "vitest";
import { relativeTones, rmseOf, TONE_BINS } from "./codebook.ts";
import { rampOf } from "./ramps.ts";
import { leastErrors, smallestCodebook } from "./smallest-codebook.ts";

/** A blank and up to nine tones above it, the last of them 1. */
const pools = fc
  .uniqueArray(fc.integer({ min: 1, max: 999 }), { maxLength: 8 })
  .map((thousandths) => Float64Array.from([0, ...thousandths.sort((a, b) => a - b).map((value) => value / 1000), 1]));

const histograms = fc
  .array(fc.tuple(fc.nat({ max: 255 }), fc.integer({ min: 1, max: 500 })), { minLength: 1, maxLength: 40 })
  .map((counts) => {
    const histogram = new Uint32Array(TONE_BINS);
    for (const [bin, count] of counts) histogram[bin] = count;
    return histogram;
  });

const DETAILED = relativeTones(rampOf("detailed"), rampOf("detailed")).tones;

const limits = fc.double({ min: 0.005, max: 0.1, noNaN: true });

const pick = (tones: Float64Array, book: readonly number[]) => book.map((index) => tones[index]!);

/** Every subset with the first tone in it: sizes, and the least error of each. */
const leastOfAll = (histogram: Uint32Array, tones: Float64Array): number[] => {
  const least = new Array<number>(tones.length + 1).fill(Number.POSITIVE_INFINITY);
  for (let others = 0; others < 2 ** (tones.length - 1); others++) {
    const book = [0, ...tones.keys()].filter((index, at) => at === 0 || (index > 0 && (others >> (index - 1)) & 1));
    least[book.length] = Math.min(least[book.length]!, rmseOf(histogram, pick(tones, book)));
  }
  return least;
};

test("a black picture needs the blank alone", () => {
  const histogram = new Uint32Array(TONE_BINS);
  histogram[0] = 900;
  expect(smallestCodebook(histogram, DETAILED, 0.005)).toEqual([0]);
});

test("black and white need the two ends, however long the ramp", () => {
  const histogram = new Uint32Array(TONE_BINS);
  histogram[0] = 500;
  histogram[255] = 500;
  expect(smallestCodebook(histogram, DETAILED, 0.005)).toEqual([0, 94]);
});

test("the one tone in use is taken rather than those around it", () => {
  const histogram = new Uint32Array(TONE_BINS);
  histogram[102] = 10;
  expect(smallestCodebook(histogram, Float64Array.of(0, 0.3, 0.4, 0.5, 1), 0.005)).toEqual([0, 2]);
});

test("it is as small as the smallest of all subsets, and of that size the best", () => {
  fc.assert(
    fc.property(histograms, pools, limits, (histogram, tones, limit) => {
      const book = smallestCodebook(histogram, tones, limit);
      const least = leastOfAll(histogram, tones);
      const smallest = least.findIndex((error) => error <= limit);
      expect(book).toHaveLength(smallest === -1 ? tones.length : smallest);
      expect(rmseOf(histogram, pick(tones, book))).toBeCloseTo(least[book.length]!, 10);
    }),
  );
});

test("each size's least error is that of the best of all subsets of that size", () => {
  fc.assert(
    fc.property(histograms, pools, (histogram, tones) => {
      const errors = leastErrors(histogram, tones);
      const [, ...least] = leastOfAll(histogram, tones);
      expect(errors).toHaveLength(least.length);
      for (const [at, error] of errors.entries()) expect(error).toBeCloseTo(least[at]!, 10);
    }),
  );
});

test("the first tone is always in, and the book rises", () => {
  fc.assert(
    fc.property(histograms, pools, limits, (histogram, tones, limit) => {
      const book = smallestCodebook(histogram, tones, limit);
      expect(book[0]).toBe(0);
      expect([...new Set(book)].sort((a, b) => a - b)).toEqual(book);
    }),
  );
});

test("a wider limit never takes more glyphs", () => {
  fc.assert(
    fc.property(histograms, limits, limits, (histogram, one, other) => {
      const narrow = smallestCodebook(histogram, DETAILED, Math.min(one, other));
      const wide = smallestCodebook(histogram, DETAILED, Math.max(one, other));
      expect(wide.length).toBeLessThanOrEqual(narrow.length);
    }),
    { numRuns: 30 },
  );
});

test("the limit holds, or the whole pool was not enough", () => {
  fc.assert(
    fc.property(histograms, pools, limits, (histogram, tones, limit) => {
      const book = smallestCodebook(histogram, tones, limit);
      expect(rmseOf(histogram, pick(tones, book)) <= limit || book.length === tones.length).toBe(true);
    }),
  );
});

test("an empty picture needs one glyph", () => {
  expect(smallestCodebook(new Uint32Array(TONE_BINS), Float64Array.of(0, 0.5, 1), 0.03)).toEqual([0]);
});
