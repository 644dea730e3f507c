import fc from "fast-check";
import { expect, test } from "vitest";
import { rampOf } from "./atlas.ts";
import { histogramOfLight, relativeTones, rmseOf, TONE_BINS } from "./codebook.ts";

const histogramWith = (counts: Readonly<Record<number, number>>): Uint32Array => {
  const histogram = new Uint32Array(TONE_BINS);
  for (const [bin, count] of Object.entries(counts)) histogram[Number(bin)] = count;
  return histogram;
};

test("relative tones rise from 0 for the blank to 1 for the densest glyph", () => {
  const ramp = rampOf("standard");
  const { tones } = relativeTones(ramp, ramp);
  expect(tones[0]).toBe(0);
  expect(tones.at(-1)).toBe(1);
  expect(tones).toEqual(tones.toSorted());
});

test("each light counts in the nearest of 256 bins", () => {
  const histogram = histogramOfLight(Float32Array.of(0, 0.001, 0.5, 1, 1 / 255, 0.9999));
  expect(histogram).toEqual(histogramWith({ 0: 2, 1: 1, 128: 1, 255: 2 }));
});

test("out-of-range light counts at the ends", () => {
  expect(histogramOfLight(Float32Array.of(-0.2, 1.2))).toEqual(histogramWith({ 0: 1, 255: 1 }));
});

test("light that matches a tone exactly has no error", () => {
  expect(rmseOf(histogramWith({ 0: 5, 51: 7, 255: 1 }), [0, 0.2, 1])).toBe(0);
});

test("the error is the root mean square, in light", () => {
  expect(rmseOf(histogramWith({ 51: 1 }), [0, 1])).toBeCloseTo(0.2, 12);
  expect(rmseOf(histogramWith({ 0: 3, 102: 1 }), [0, 1])).toBeCloseTo(0.2, 12);
});

test("the nearest tone is used, and the last one beyond the range", () => {
  expect(rmseOf(histogramWith({ 102: 4 }), [0, 0.5, 1])).toBeCloseTo(0.1, 12);
  expect(rmseOf(histogramWith({ 255: 4 }), [0, 0.7])).toBeCloseTo(0.3, 12);
});

test("an empty histogram has no error", () => {
  expect(rmseOf(new Uint32Array(TONE_BINS), [0])).toBe(0);
});

test("the error equals that of an exhaustive search", () => {
  const light = fc.nat({ max: 255 });
  fc.assert(
    fc.property(
      fc.array(light, { minLength: 1 }),
      fc.array(fc.nat({ max: 1000 }), { minLength: 1 }),
      (bins, thousandths) => {
        const tones = [...new Set(thousandths)].sort((a, b) => a - b).map((value) => value / 1000);
        const errors = bins.map((bin) => Math.min(...tones.map((tone) => (tone - bin / 255) ** 2)));
        const expected = Math.sqrt(errors.reduce((sum, error) => sum + error, 0) / bins.length);
        expect(rmseOf(histogramOfLight(Float32Array.from(bins, (bin) => bin / 255)), tones)).toBeCloseTo(expected, 10);
      },
    ),
  );
});
