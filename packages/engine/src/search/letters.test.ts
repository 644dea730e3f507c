import { expect, test } from "vitest";
import { ATLAS } from "../glyphs/atlas.ts";
import { brightness, cellRoom, ROOM } from "./cell-room.ts";
import { FREE } from "./cell-task.ts";
import { legible } from "./letters.ts";
import { masksOf } from "./masks.ts";

const MASKS = masksOf(ATLAS, [ATLAS.indexOf("o")]);

/** How far the ink of a plain gray cell is lighter than its background, after its letter was made legible. */
const contrastOf = (gray: number, fill: number, page: 0 | 1 = 0): number => {
  const room = cellRoom(new Float64Array(ROOM));
  for (const values of [room.mean, room.low, room.high, room.ink, room.ground]) values.fill(gray);
  const look = { fill, page, liked: Uint8Array.of(FREE), worth: new Float32Array(1) };
  legible(MASKS, 0, look, room);
  return brightness(room.ink) - brightness(room.ground);
};

test("a letter on a plain cell stands out by 0.24 at a fill of one half, and less with more fill", () => {
  for (const gray of [0.4, 0.5, 0.6]) expect(contrastOf(gray, 0.5)).toBeCloseTo(0.24, 9);
  // 0.24 × (1 − fill) ÷ fill
  expect(contrastOf(0.5, 0.75)).toBeCloseTo(0.08, 9);
  expect(contrastOf(0.5, 1)).toBeCloseTo(0, 9);
});

test("a letter on paper is darker than its background by as much", () => {
  expect(contrastOf(0.5, 0.5, 1)).toBeCloseTo(-0.24, 9);
});

test("a letter is quieter on a cell that hardly differs from the page, and turns dark on a light one", () => {
  expect(contrastOf(0.1, 0.5)).toBeLessThan(contrastOf(0.3, 0.5));
  expect(contrastOf(0.74, 0.5)).toBeGreaterThan(0.2);
  expect(contrastOf(0.76, 0.5)).toBeLessThan(-0.2);
});

test("on the page alone nothing is spread", () => {
  expect(contrastOf(0.5, 0)).toBe(0);
});
