import { expect, test } from "vitest";
import { createFrameRate } from "./video-source.ts";

/** The rate after these frame numbers of a video with `rate` frames per second. */
const rateAfter = (rate: number, frames: readonly number[]): number => {
  const measure = createFrameRate();
  let presented = 0;
  let measured = 0;
  let before = 0;
  for (const frame of frames) {
    presented += Math.max(1, frame - before);
    measured = measure(frame / rate, presented);
    before = frame;
  }
  return measured;
};

const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

test("is the most common one until it can be estimated", () => {
  expect(rateAfter(25, [0])).toBe(30);
});

test.each([12, 23.976, 25, 30, 60])("is %d if all frames are seen", (rate) => {
  expect(rateAfter(rate, upTo(20))).toBeCloseTo(rate, 3);
});

test("does not fall because of missed frames", () => {
  expect(rateAfter(30, [0, 1, 3, 4, 7, 8, 9, 12, 13])).toBeCloseTo(30, 3);
});

test("is not affected by a loop or a seek", () => {
  expect(rateAfter(25, [...upTo(10), 0, 1, 2, 70, 71, 72])).toBeCloseTo(25, 3);
});
