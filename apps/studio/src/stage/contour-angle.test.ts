import { expect, test } from "vitest";
import type { Preview } from "../darkroom/darkroom.ts";
import { contourAngle } from "./cell-facts.ts";

const angleIn = (tones: readonly number[], levels = { black: 0, white: 1 }): number | null =>
  contourAngle({ size: { columns: 3, rows: 3 }, tones: Float32Array.from(tones), levels } as Preview, {
    column: 1,
    row: 1,
  });

test("light that grows to the right has an upright contour, light that grows downward a level one", () => {
  expect(angleIn([0, 0.5, 1, 0, 0.5, 1, 0, 0.5, 1])).toBe(90);
  expect(angleIn([0, 0, 0, 0.5, 0.5, 0.5, 1, 1, 1])).toBe(0);
});

test("the direction in which light grows along a contour does not change it", () => {
  expect(angleIn([1, 0.5, 0, 1, 0.5, 0, 1, 0.5, 0])).toBe(90);
  expect(angleIn([1, 1, 1, 0.5, 0.5, 0.5, 0, 0, 0])).toBe(0);
});

test("a cell is twice as high as wide: as much difference down as across is a steep contour", () => {
  expect(angleIn([0, 0, 0, 0, 0.5, 1, 0, 1, 0])).toBeCloseTo(63.4, 1);
  expect(angleIn([0, 1, 0, 0, 0.5, 1, 0, 0, 0])).toBeCloseTo(116.6, 1);
});

test("what differs by no more than noise is flat, and how much that is goes by the picture's range", () => {
  const faint = [0.5, 0.5, 0.5, 0.49, 0.5, 0.52, 0.5, 0.5, 0.5];
  expect(angleIn(faint)).toBeNull();
  expect(angleIn(faint, { black: 0.4, white: 0.6 })).toBe(90);
});

test("at the edge of the art the missing neighbor is the cell itself", () => {
  const tones = Float32Array.from([0, 0.5, 1, 0, 0.5, 1, 0, 0.5, 1]);
  const preview = { size: { columns: 3, rows: 3 }, tones, levels: { black: 0, white: 1 } } as Preview;
  expect(contourAngle(preview, { column: 2, row: 0 })).toBe(90);
});
