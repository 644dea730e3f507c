import { finish, openPicture, PLAIN_KERNELS } from "@lumiglyph/engine";
import { expect, test } from "vitest";
import { HISTOGRAM_BARS, outputBins, rangeOf, smooth, sourceBins, tallest } from "./tone-histogram.tsx";

const sum = (bins: readonly number[]) => bins.reduce((total, bin) => total + bin, 0);

test("every cell is counted once, including those at the ends", () => {
  const bins = sourceBins(Float32Array.of(0, 0.5, 0.999, 1));
  expect(bins).toHaveLength(HISTOGRAM_BARS);
  expect([bins[0], bins[32], bins[63]]).toEqual([0.25, 0.25, 0.5]);
});

test("no counts are lost when dark bins spread over several tones", () => {
  const counts = Array.from({ length: 256 }, (_, i) => (i * 37) % 11);
  expect(sum(outputBins(counts))).toBeCloseTo(1, 10);
});

test("black is dark, full light is bright, and half the light looks brighter than half", () => {
  const at = (bin: number) => outputBins(Array.from({ length: 256 }, (_, i) => (i === bin ? 9 : 0)));
  expect(at(0)[0]).toBe(1);
  expect(at(255)[HISTOGRAM_BARS - 1]).toBeCloseTo(1, 10);
  expect(sum(at(128).slice(HISTOGRAM_BARS / 2))).toBeCloseTo(1, 10);
});

test("an empty histogram is flat", () => {
  expect(sum(outputBins(new Array<number>(256).fill(0)))).toBe(0);
  const blank = Array.from({ length: 256 }, (_, i) => (i === 0 ? 1 : 0));
  expect([outputBins(blank)[0], outputBins(blank, "light")[HISTOGRAM_BARS - 1]]).toEqual([1, 1]);
});

test("a picture that the tone curve barely changes has about the same source and output bins", () => {
  const data = Uint8Array.from({ length: 240 * 120 * 4 }, (_, i) =>
    i % 4 === 3 ? 255 : 60 + (((i / 4) | 0) % 240) / 2,
  );
  const options = { contrast: 1, autoLevels: 0, autoOptimize: 0, sharpen: 0, denoise: 0 };
  const result = finish(openPicture({ width: 240, height: 120, data }, { kernels: PLAIN_KERNELS }).render(options));
  const [source, output] = [rangeOf(sourceBins(result.tones())), rangeOf(outputBins(result.glyphs.tones))];
  expect(source[0]).toBeCloseTo(60 / 255, 1);
  expect(source[1]).toBeCloseTo(180 / 255, 1);
  for (const end of [0, 1] as const) expect(Math.abs(source[end] - output[end])).toBeLessThan(0.06);
});

test("the range ignores outliers at either end", () => {
  const tones = Float32Array.from({ length: 1000 }, (_, i) => (i < 5 ? 0 : i > 994 ? 0.99 : 0.25 + i / 4000));
  expect(rangeOf(sourceBins(tones))).toEqual([0.25, 0.5]);
});

test("smoothing keeps the sum", () => {
  const bins = sourceBins(Float32Array.of(0.2, 0.2, 0.5));
  expect(sum(smooth(bins))).toBeCloseTo(1, 10);
  expect(smooth(bins)[12]).toBeCloseTo(1 / 3, 6);
});

test("a black background does not flatten the rest", () => {
  const bins = sourceBins(Float32Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0.4, 0.6));
  expect(tallest(bins)).toBeCloseTo(0.1, 6);
});
