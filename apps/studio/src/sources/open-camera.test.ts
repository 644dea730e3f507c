import { expect, test } from "vitest";
import { createMissingFrames } from "./open-camera.ts";

/** Frames found missing before each of these times. */
const missing = (times: readonly number[]): readonly number[] => times.map(createMissingFrames());

test("a steady source misses none, with or without jitter", () => {
  expect(missing([5, 38, 72, 104, 141, 170])).toEqual([0, 0, 0, 0, 0, 0]);
});

test("a gap of two or three frame durations has one or two missing frames", () => {
  expect(missing([0, 33, 67, 133, 167, 267])).toEqual([0, 0, 0, 1, 0, 2]);
});

test("if most gaps are double, the shorter ones still count as normal", () => {
  const times = [0, 33, 67];
  for (let frame = 0; frame < 12; frame++) times.push(times.at(-1)! + (frame % 3 === 0 ? 33 : 67));
  expect(missing(times).reduce((sum, one) => sum + one)).toBe(8);
});

test("a source that has slowed down permanently is detected after a while", () => {
  const times = Array.from({ length: 40 }, (_, frame) => (frame < 20 ? 33 * frame : 660 + 66 * (frame - 20)));
  expect(missing(times).slice(-20).includes(1)).toBe(true);
  expect(missing(times).slice(-5)).toEqual([0, 0, 0, 0, 0]);
});

test("a time before the last one restarts the estimate", () => {
  expect(missing([1000, 1033, 1067, 0, 33, 67])).toEqual([0, 0, 0, 0, 0, 0]);
});
