import { expect, test } from "vitest";
import { pinchOf } from "./gestures.ts";

test("two fingers are a point between them and a distance", () => {
  expect(pinchOf({ x: 100, y: 100 }, { x: 130, y: 140 })).toEqual({ middle: { x: 115, y: 120 }, apart: 50 });
});

test("fingers that seem to be on one point are a pixel apart, so that no zoom is divided by nothing", () => {
  expect(pinchOf({ x: 5, y: 5 }, { x: 5, y: 5 })).toEqual({ middle: { x: 5, y: 5 }, apart: 1 });
});
