import { expect, test } from "vitest";
import { hasRoomForRow } from "./contact-sheet.tsx";
import { place } from "./fit.ts";

const at = (rows: number, height: number, isThere: boolean, zoom = 1): boolean => {
  const area = { width: 366, height, density: 1 };
  return hasRoomForRow(place({ columns: 72, rows }, area, zoom, { x: 0, y: 0 }), area, isThere);
};

test("a wide picture leaves room for the strip, a high one does not", () => {
  expect(at(24, 430, false)).toBe(true);
  expect(at(42, 430, false)).toBe(false);
});

test("art that takes up to the last pixel what the strip leaves still has room for it", () => {
  expect(at(35, 350 + 76, false)).toBe(true);
  expect(at(35, 350 + 75, false)).toBe(false);
});

test("the strip does not take its own room for its reason to go", () => {
  expect(at(35, 350, true)).toBe(true);
  expect(at(35, 349, true)).toBe(false);
});

test("zoom has no say in it", () => {
  expect(at(24, 430, false, 4)).toBe(true);
  expect(at(42, 430, false, 0.25)).toBe(false);
});
