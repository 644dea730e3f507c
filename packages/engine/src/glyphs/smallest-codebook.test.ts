import { completeParams } from "@lumiglyph/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { optionsWith, validParams } from "../../../../tests/support/params.ts";
import { horizontalRamp, rasters } from "../../../../tests/support/rasters.ts";
import type { Raster } from "../raster.ts";
import { render } from "../render.ts";
import { rampOf } from "./atlas.ts";
import { relativeTones, rmseOf, TONE_BINS } from "./codebook.ts";
import { leastErrors, rmseStaircase, smallestCodebook, type Taste } from "./smallest-codebook.ts";

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

/** The smallest error for each size, over all nonempty subsets. */
const leastOfAll = (histogram: Uint32Array, tones: Float64Array): number[] => {
  const least = new Array<number>(tones.length + 1).fill(Number.POSITIVE_INFINITY);
  for (let members = 1; members < 2 ** tones.length; members++) {
    const book = [...tones.keys()].filter((index) => (members >> index) & 1);
    least[book.length] = Math.min(least[book.length]!, rmseOf(histogram, pick(tones, book)));
  }
  return least;
};

const histogramWith = (counts: Readonly<Record<number, number>>): Uint32Array => {
  const histogram = new Uint32Array(TONE_BINS);
  for (const [bin, count] of Object.entries(counts)) histogram[Number(bin)] = count;
  return histogram;
};

test("a black image needs only the blank", () => {
  expect(smallestCodebook(histogramWith({ 0: 900 }), DETAILED, 0.005)).toEqual([0]);
});

test("an image without black does not need the blank", () => {
  expect(smallestCodebook(histogramWith({ 102: 10 }), Float64Array.of(0, 0.3, 0.4, 0.5, 1), 0.005)).toEqual([2]);
  expect(smallestCodebook(histogramWith({ 255: 10 }), DETAILED, 0.005)).toEqual([94]);
  const grays = smallestCodebook(histogramWith({ 102: 10, 204: 10 }), Float64Array.of(0, 0.4, 0.6, 0.8, 1), 0.005);
  expect(grays).toEqual([1, 3]);
});

test("black and white need only the two ends of any ramp", () => {
  expect(smallestCodebook(histogramWith({ 0: 500, 255: 500 }), DETAILED, 0.005)).toEqual([0, 94]);
});

test("one tone covers darker and brighter ones if the limit allows it", () => {
  expect(smallestCodebook(histogramWith({ 97: 1, 107: 1 }), Float64Array.of(0, 0.3, 0.4, 0.5, 1), 0.02)).toEqual([2]);
});

test("is as small as the smallest of all subsets, and the best of that size", () => {
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

test("each size's smallest error is that of the best subset of that size", () => {
  fc.assert(
    fc.property(histograms, pools, (histogram, tones) => {
      const errors = leastErrors(histogram, tones);
      const [, ...least] = leastOfAll(histogram, tones);
      expect(errors).toHaveLength(least.length);
      for (const [at, error] of errors.entries()) expect(error).toBeCloseTo(least[at]!, 10);
    }),
  );
});

test("a codebook has at least one tone, in rising order", () => {
  fc.assert(
    fc.property(histograms, pools, limits, (histogram, tones, limit) => {
      const book = smallestCodebook(histogram, tones, limit);
      expect(book.length).toBeGreaterThan(0);
      expect([...new Set(book)].sort((a, b) => a - b)).toEqual(book);
    }),
  );
});

test("a larger limit never needs more glyphs", () => {
  fc.assert(
    fc.property(histograms, limits, limits, (histogram, one, other) => {
      const narrow = smallestCodebook(histogram, DETAILED, Math.min(one, other));
      const wide = smallestCodebook(histogram, DETAILED, Math.max(one, other));
      expect(wide.length).toBeLessThanOrEqual(narrow.length);
    }),
    { numRuns: 30 },
  );
});

test("the limit is met, or the whole pool exceeds it", () => {
  fc.assert(
    fc.property(histograms, pools, limits, (histogram, tones, limit) => {
      const book = smallestCodebook(histogram, tones, limit);
      expect(rmseOf(histogram, pick(tones, book)) <= limit || book.length === tones.length).toBe(true);
    }),
  );
});

test("an empty image needs one glyph", () => {
  expect(smallestCodebook(new Uint32Array(TONE_BINS), Float64Array.of(0, 0.5, 1), 0.03)).toHaveLength(1);
});

describe("glyph preference", () => {
  const burdens = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 10, maxLength: 10 });
  const flags = fc.array(fc.boolean(), { minLength: 10, maxLength: 10 });
  const plainly = (light: number) => light;
  const tasteOf = (tones: Float64Array, burden: readonly number[], avoided: readonly boolean[]): Taste => ({
    burden: Float64Array.from(tones, (_, index) => burden[index] ?? 0),
    avoided: Uint8Array.from(tones, (_, index) => (avoided[index] ? 1 : 0)),
    seen: Math.sqrt,
  });

  test("never costs an extra glyph or the limit", () => {
    fc.assert(
      fc.property(histograms, pools, limits, burdens, flags, (histogram, tones, limit, burden, avoided) => {
        const plain = smallestCodebook(histogram, tones, limit);
        const book = smallestCodebook(histogram, tones, limit, tasteOf(tones, burden, avoided));
        expect(book).toHaveLength(plain.length);
        expect([...new Set(book)].sort((a, b) => a - b)).toEqual(book);
        if (rmseOf(histogram, pick(tones, plain)) <= limit)
          expect(rmseOf(histogram, pick(tones, book))).toBeLessThanOrEqual(limit);
      }),
      { numRuns: 300 },
    );
  });

  test("takes an avoided tone only if no other codebook of that size meets the limit", () => {
    fc.assert(
      fc.property(histograms, pools, limits, burdens, flags, (histogram, tones, limit, burden, avoided) => {
        const book = smallestCodebook(histogram, tones, limit, tasteOf(tones, burden, avoided));
        fc.pre(rmseOf(histogram, pick(tones, book)) <= limit && book.length < tones.length);
        const others = tones.filter((_, index) => !avoided[index]);
        const least = leastOfAll(histogram, others)[book.length] ?? Number.POSITIVE_INFINITY;
        const taken = book.filter((index) => avoided[index]);
        if (least <= limit * (1 - 1e-9)) expect(taken).toEqual([]);
        else if (least > limit * (1 + 1e-9)) expect(taken).not.toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  const histogram = histogramWith({ 102: 10 });
  const bookWith = (tones: Float64Array, burden: readonly number[], avoided: readonly boolean[] = []) =>
    smallestCodebook(histogram, tones, 0.03, { ...tasteOf(tones, burden, avoided), seen: plainly });

  test("takes the lower burden of two tones within the limit, even if the other is nearer", () => {
    const tones = Float64Array.of(0, 0.39, 0.4, 1);
    expect(smallestCodebook(histogram, tones, 0.03)).toEqual([2]);
    expect(bookWith(tones, [])).toEqual([2]);
    expect(bookWith(tones, [0, 0, 0.5, 0])).toEqual([1]);
    expect(bookWith(tones, [], [false, false, true, false])).toEqual([1]);
  });

  test("keeps a burdened or avoided tone if no other meets the limit", () => {
    const tones = Float64Array.of(0, 0.35, 0.4, 1);
    expect(bookWith(tones, [0, 0, 9, 0])).toEqual([2]);
    expect(bookWith(tones, [], [false, false, true, false])).toEqual([2]);
  });
});

/** Whether any pixel is mostly transparent: such an image needs the blank, whatever its tones. */
const isPierced = ({ data }: Raster): boolean => data.some((byte, at) => at % 4 === 3 && byte < 128);

test("the codebook has the first size whose step meets the limit, with an error between step and limit", () => {
  fc.assert(
    fc.property(rasters(), validParams({ glyphStrategy: "adaptive" }), (raster, wanted) => {
      const { glyphs } = render(raster, wanted);
      const { size, rmse, limit, withinLimit, adapted } = glyphs;
      fc.pre(adapted && withinLimit);
      const stairs = rmseStaircase(glyphs, completeParams(wanted));
      const smallest = stairs.findIndex((step) => step <= limit!) + 1;
      const hasBlankOnTop = isPierced(raster) && glyphs.codebook.startsWith(" ") && size === smallest + 1;
      if (!hasBlankOnTop) expect(size).toBe(smallest);
      expect(rmse).toBeLessThanOrEqual(limit!);
      expect(rmse).toBeGreaterThanOrEqual(stairs[size - 1]! - 1e-12);
    }),
    { numRuns: 40 },
  );
});

test("the last step is the whole ramp: the RMSE with fixed glyphs", () => {
  for (const charset of ["standard", "detailed", "blocks", "binary", "dots", "minimal"] as const) {
    const { glyphs } = render(horizontalRamp(64, 64), optionsWith({ columns: 32, charset, glyphStrategy: "fixed" }));
    const stairs = rmseStaircase(glyphs);
    expect(stairs).toHaveLength(glyphs.size);
    expect(stairs.at(-1)).toBeCloseTo(glyphs.rmse, 12);
  }
});

test("an extra glyph never increases the error", () => {
  fc.assert(
    fc.property(rasters(), (raster) => {
      const stairs = rmseStaircase(render(raster, optionsWith({ columns: 24 })).glyphs);
      for (const [at, step] of stairs.entries()) expect(step).toBeLessThanOrEqual((stairs[at - 1] ?? 1) + 1e-12);
    }),
    { numRuns: 20 },
  );
});
