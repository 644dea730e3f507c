import { expect, test } from "vitest";
import { planeOf, rowsOf } from "../../../tests/support/rasters.ts";
import { perceived } from "./plane.ts";

test("half the light looks far brighter than half: byte 188 of 255, as every sRGB screen has it", () => {
  const light = planeOf([
    [0, 0.5],
    [0.2140411, 1],
  ]);
  expect(rowsOf(perceived(light), 3)).toEqual([
    [0, 0.735],
    [0.5, 1],
  ]);
});

test("light beyond black and white counts as either, and the plane it was given stays as it is", () => {
  const light = planeOf([[-0.1, 1.2]]);
  expect(rowsOf(perceived(light))).toEqual([[0, 1]]);
  expect(rowsOf(light)).toEqual([[-0.1, 1.2]]);
});
