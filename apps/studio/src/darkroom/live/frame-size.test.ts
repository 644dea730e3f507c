import { expect, test } from "vitest";
import { workingSize } from "./frame-size.ts";

test.each([
  ["a camera's frame", 640, 480, 640, 480],
  ["one of odd size", 641, 333, 641, 333],
  ["HD", 1280, 720, 1280, 720],
  ["full HD", 1920, 1080, 960, 540],
  ["4K", 3840, 2160, 960, 540],
  ["a phone's, upright", 1080, 1920, 540, 960],
  ["a band", 4000, 100, 4000, 100],
])("%s is drawn from %i × %i as from %i × %i", (_, width, height, across, down) => {
  expect(workingSize({ width, height })).toEqual({ width: across, height: down });
});
