import { expect, test } from "vitest";
import { pinchOf } from "./gestures.ts";

test("two fingers give a midpoint and a distance", () => {
  expect(pinchOf({ x: 100, y: 100 }, { x: 130, y: 140 })).toEqual({ middle: { x: 115, y: 120 }, apart: 50 });
});

test("fingers on one point count as a pixel apart, to avoid division by zero", () => {
  expect(pinchOf({ x: 5, y: 5 }, { x: 5, y: 5 })).toEqual({ middle: { x: 5, y: 5 }, apart: 1 });
});
