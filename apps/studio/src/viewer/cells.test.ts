import { expect, test } from "vitest";
import { boxOf, cellAt, panTo, walk } from "./cells.ts";
import { place } from "./placement.ts";

const SIZE = { columns: 160, rows: 53, cellAspect: 0.5 };
const fitted = place(SIZE, { width: 1073, height: 636, density: 1 }, 1, { x: 0, y: 0 });
const enlarged = place(SIZE, { width: 800, height: 600, density: 2 }, 4, { x: 0, y: 0 });

test("finds the cell under a point, and none beside the art", () => {
  expect(cellAt(fitted, { x: 56, y: 0 })).toEqual({ column: 0, row: 0 });
  expect(cellAt(fitted, { x: 55.9, y: 0 })).toBeNull();
  expect(cellAt(fitted, { x: 56 + 67 * 6 + 5, y: 27 * 12 + 11 })).toEqual({ column: 67, row: 27 });
  expect(cellAt(fitted, { x: 1015.9, y: 635.9 })).toEqual({ column: 159, row: 52 });
  expect(cellAt(fitted, { x: 1016, y: 600 })).toBeNull();
});

test("the center of a cell's box is in that cell, even if scrolled or at high pixel density", () => {
  const cell = { column: 80, row: 26 };
  const { left, top, width, height } = boxOf(enlarged, cell);
  expect([width, height]).toEqual([10, 20]);
  expect(cellAt(enlarged, { x: left + width / 2, y: top + height / 2 })).toEqual(cell);
});

test("arrow keys move one cell, with Shift ten, and stop at the edge", () => {
  const from = { column: 67, row: 27 };
  expect(walk(SIZE, from, "ArrowRight", false)).toEqual({ column: 68, row: 27 });
  expect(walk(SIZE, from, "ArrowUp", true)).toEqual({ column: 67, row: 17 });
  expect(walk(SIZE, { column: 155, row: 0 }, "ArrowRight", true)).toEqual({ column: 159, row: 0 });
  expect(walk(SIZE, { column: 0, row: 0 }, "ArrowLeft", false)).toEqual({ column: 0, row: 0 });
});

test("Home and End go to the ends of a row, Page keys move ten rows, other keys do nothing", () => {
  const from = { column: 67, row: 27 };
  expect(walk(SIZE, from, "Home", false)).toEqual({ column: 0, row: 27 });
  expect(walk(SIZE, from, "End", false)).toEqual({ column: 159, row: 27 });
  expect(walk(SIZE, from, "PageDown", false)).toEqual({ column: 67, row: 37 });
  expect(walk(SIZE, from, "k", false)).toBeNull();
});

test("a visible cell needs no pan, a hidden one just enough to show it", () => {
  expect(panTo(fitted, { column: 159, row: 52 })).toEqual({ x: 0, y: 0 });
  const { left } = boxOf(enlarged, { column: 0, row: 26 });
  expect(left).toBe(-600);
  expect(panTo(enlarged, { column: 0, row: 26 })).toEqual({ x: -600, y: 0 });
  const right = boxOf(enlarged, { column: 159, row: 26 });
  expect(panTo(enlarged, { column: 159, row: 26 })).toEqual({ x: right.left + 10 - 400, y: 0 });
});
