import fc from "fast-check";
import { expect, test } from "vitest";
import { clampPan, clampZoom, panUnder, place, shareAt, wheelFactor, zoomStep } from "./placement.ts";

const NO_PAN = { x: 0, y: 0 };
const CAT = { columns: 160, rows: 53 };

test("a cell is as many whole device pixels wide as fit the art, and the rest is margin", () => {
  const placement = place(CAT, { width: 1073, height: 700, density: 1 }, 1, NO_PAN);
  expect(placement).toEqual({
    density: 1,
    fit: 6,
    width: 960,
    height: 636,
    x: 56,
    y: 32,
    view: { cell: 6, width: 960, height: 636, left: 0, top: 0 },
    slack: { x: 0, y: 0 },
  });
});

test("the height may limit a cell's size; a cell is twice as high as wide", () => {
  expect(place({ columns: 10, rows: 10 }, { width: 1000, height: 100, density: 1 }, 1, NO_PAN).view.cell).toBe(5);
});

test("a cell may be half a CSS pixel wide, but not half a device pixel", () => {
  const area = { width: 1503, height: 4000, density: 2 };
  expect(place({ columns: 300, rows: 100 }, area, 1, NO_PAN).view.cell).toBe(5);
});

test("zoom multiplies the size that fits and rounds to whole pixels", () => {
  const area = { width: 300, height: 900, density: 1 };
  expect([0.5, 1, 1.5, 2].map((zoom) => place({ columns: 100, rows: 50 }, area, zoom, NO_PAN).view.cell)).toEqual([
    2, 3, 5, 6,
  ]);
});

test("art with more cells than pixels has cells of one pixel and is clipped around its center", () => {
  const { view, x, slack } = place({ columns: 400, rows: 10 }, { width: 300, height: 100, density: 1 }, 1, NO_PAN);
  expect(view).toEqual({ cell: 1, width: 300, height: 20, left: -50, top: 0 });
  expect(x).toBe(0);
  expect(slack).toEqual({ x: 50, y: 0 });
});

test("a pan to the right shows the right of the art, and never goes beyond its edge", () => {
  const left = (x: number): number =>
    place({ columns: 200, rows: 10 }, { width: 400, height: 100, density: 2 }, 4, { x, y: 0 }).view.left;
  expect([-1000, -10, 0, 10, 1000].map(left)).toEqual([0, -580, -600, -620, -1200]);
});

test("a pan is clamped", () => {
  expect(clampPan({ x: 90, y: -90 }, { x: 50, y: 60 })).toEqual({ x: 50, y: -60 });
});

test("for any grid, area, zoom and pan, the canvas is inside the area and covered by the art", () => {
  const size = fc.record({ columns: fc.integer({ min: 1, max: 400 }), rows: fc.integer({ min: 1, max: 600 }) });
  const area = fc.record({
    width: fc.integer({ min: 1, max: 4000 }),
    height: fc.integer({ min: 1, max: 4000 }),
    density: fc.constantFrom(1, 1.25, 1.5, 2, 3),
  });
  const far = fc.double({ min: -5000, max: 5000, noNaN: true });
  const pan = fc.record({ x: far, y: far });
  fc.assert(
    fc.property(size, area, fc.double({ min: 0.1, max: 16, noNaN: true }), pan, (grid, free, zoom, moved) => {
      const { x, y, view, width, height } = place(grid, free, zoom, moved);
      for (const pixels of [x, y, view.cell, view.width, view.height, view.left, view.top]) {
        expect(Number.isInteger(pixels)).toBe(true);
      }
      expect([width, height]).toEqual([grid.columns * view.cell, grid.rows * view.cell * 2]);
      expect(x >= 0 && x + view.width <= free.width && y >= 0 && y + view.height <= free.height).toBe(true);
      expect(view.left <= 0 && view.left + width >= view.width).toBe(true);
      expect(view.top <= 0 && view.top + height >= view.height).toBe(true);
    }),
  );
});

test("a position of the art can be moved under a point and is then found there", () => {
  const size = { columns: 100, rows: 50 };
  const area = { width: 1000, height: 1000, density: 2 };
  const at = { x: 100, y: 250 };
  const share = shareAt(place(size, area, 1, NO_PAN), at);
  expect(share).toEqual({ x: 0.2, y: 0.5 });
  const pan = panUnder(size, area, 2, share, at);
  expect(pan).toEqual({ x: -150, y: 0 });
  const placement = place(size, area, 2, pan);
  expect(placement.view).toEqual({ cell: 20, width: 1000, height: 1000, left: -200, top: -500 });
  expect(shareAt(placement, at)).toEqual(share);
});

test("moving a position under a point never shows anything beyond the art", () => {
  const size = { columns: 100, rows: 50 };
  const area = { width: 1000, height: 1000, density: 1 };
  expect(panUnder(size, area, 1, { x: 0.9, y: 0.9 }, { x: 0, y: 0 })).toEqual({ x: 0, y: 0 });
  expect(panUnder(size, area, 2, { x: 1, y: 0 }, { x: 0, y: 0 })).toEqual({ x: 500, y: -500 });
});

test("a step goes to the next zoom level", () => {
  expect(zoomStep(1, 1, 6)).toBe(1.5);
  expect(zoomStep(1, -1, 6)).toBe(0.75);
});

test("a step always changes the cell size: levels that round to the same pixels are skipped", () => {
  expect(zoomStep(1, -1, 2)).toBe(0.5);
  expect(zoomStep(1.5, 1, 1)).toBe(3);
});

test("a step does nothing at either end, or if cells cannot get smaller", () => {
  expect(zoomStep(16, 1, 6)).toBe(16);
  expect(zoomStep(1, -1, 1)).toBe(1);
});

test("zoom is clamped between a quarter and sixteen times the size that fits", () => {
  expect([0.01, 2, 99].map(clampZoom)).toEqual([0.25, 2, 16]);
});

test("a wheel notch enlarges by a quarter and the notch back undoes it, whatever delta the browser reports", () => {
  expect(wheelFactor(-25)).toBeCloseTo(1.284, 3);
  expect(wheelFactor(-120)).toBe(wheelFactor(-25));
  expect(wheelFactor(-120) * wheelFactor(120)).toBeCloseTo(1, 12);
});
