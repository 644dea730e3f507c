import fc from "fast-check";
import { expect, test } from "vitest";
import { clampPan, clampZoom, panUnder, place, shareAt, wheelFactor, zoomStep } from "./placement.ts";

const NO_PAN = { x: 0, y: 0 };
const CAT = { columns: 160, rows: 53, cellAspect: 0.5 };

test("the art fills its area in one direction, in cells of fractions of a pixel", () => {
  const placement = place(CAT, { width: 1073, height: 800, density: 1 }, 1, NO_PAN);
  expect(placement).toEqual({
    density: 1,
    fit: 1716 / 256,
    width: 1073,
    height: 711,
    x: 0,
    y: 44,
    view: { cell: { width: 1716 / 256, height: 3432 / 256 }, width: 1073, height: 711, left: 0, top: 0 },
    slack: { x: 0, y: 0 },
  });
});

test("for any grid and area, one side is filled within a hundredth, unless cells would be under a pixel", () => {
  const size = fc.record({
    columns: fc.integer({ min: 8, max: 400 }),
    rows: fc.integer({ min: 1, max: 400 }),
    cellAspect: fc.constantFrom(0.3, 0.5, 0.6, 1),
  });
  const side = fc.integer({ min: 800, max: 4000 });
  fc.assert(
    fc.property(size, side, side, (grid, width, height) => {
      const placement = place(grid, { width, height, density: 1 }, 1, NO_PAN);
      const filled = Math.max(placement.width / width, placement.height / height);
      // cells of whole pixels from 64 on
      expect(filled).toBeGreaterThan(placement.fit >= 64 ? 0.97 : 0.98);
    }),
  );
});

test("the height may limit a cell's size; a cell has the shape that its page was made for", () => {
  const square = { columns: 10, rows: 10, cellAspect: 0.5 };
  const { cell } = place(square, { width: 1000, height: 100, density: 1 }, 1, NO_PAN).view;
  expect(cell).toEqual({ width: 5, height: 10 });
  expect(place({ ...square, cellAspect: 1 }, { width: 90, height: 100, density: 1 }, 1, NO_PAN).view.cell).toEqual({
    width: 9,
    height: 9,
  });
});

test("cells are whole pixels where a fraction would be worth less than a hundredth", () => {
  const area = { width: 1503, height: 4000, density: 2 };
  expect(place({ columns: 300, rows: 100, cellAspect: 0.5 }, area, 1, NO_PAN).view.cell.width).toBe(5);
});

test("zoom multiplies the size that fits", () => {
  const page = { columns: 100, rows: 50, cellAspect: 0.5 };
  const area = { width: 300, height: 900, density: 1 };
  expect([0.5, 1, 1.5, 2].map((zoom) => place(page, area, zoom, NO_PAN).view.cell.width)).toEqual([1.5, 3, 4.5, 6]);
});

test("art with more cells than pixels has cells of one pixel and is clipped around its center", () => {
  const { view, x, slack } = place(
    { columns: 400, rows: 10, cellAspect: 0.5 },
    { width: 300, height: 100, density: 1 },
    1,
    NO_PAN,
  );
  expect(view).toEqual({ cell: { width: 1, height: 2 }, width: 300, height: 20, left: -50, top: 0 });
  expect(x).toBe(0);
  expect(slack).toEqual({ x: 50, y: 0 });
});

test("a pan to the right shows the right of the art, and never goes beyond its edge", () => {
  const left = (x: number): number =>
    place({ columns: 200, rows: 10, cellAspect: 0.5 }, { width: 400, height: 100, density: 2 }, 4, { x, y: 0 }).view
      .left;
  expect([-1000, -10, 0, 10, 1000].map(left)).toEqual([0, -580, -600, -620, -1200]);
});

test("a pan is clamped", () => {
  expect(clampPan({ x: 90, y: -90 }, { x: 50, y: 60 })).toEqual({ x: 50, y: -60 });
});

test("for any grid, area, zoom and pan, the canvas is inside the area and covered by the art", () => {
  const size = fc.record({
    columns: fc.integer({ min: 1, max: 400 }),
    rows: fc.integer({ min: 1, max: 600 }),
    cellAspect: fc.constantFrom(0.3, 0.5, 0.6, 1),
  });
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
      for (const pixels of [
        x,
        y,
        256 * view.cell.width,
        256 * view.cell.height,
        view.width,
        view.height,
        view.left,
        view.top,
      ]) {
        expect(Number.isInteger(pixels)).toBe(true);
      }
      expect([width, height]).toEqual([
        Math.round(grid.columns * view.cell.width),
        Math.round(grid.rows * view.cell.height),
      ]);
      expect(x >= 0 && x + view.width <= free.width && y >= 0 && y + view.height <= free.height).toBe(true);
      expect(view.left <= 0 && view.left + width >= view.width).toBe(true);
      expect(view.top <= 0 && view.top + height >= view.height).toBe(true);
    }),
  );
});

test("a position of the art can be moved under a point and is then found there", () => {
  const size = { columns: 100, rows: 50, cellAspect: 0.5 };
  const area = { width: 1000, height: 1000, density: 2 };
  const at = { x: 100, y: 250 };
  const share = shareAt(place(size, area, 1, NO_PAN), at);
  expect(share).toEqual({ x: 0.2, y: 0.5 });
  const pan = panUnder(size, area, 2, share, at);
  expect(pan).toEqual({ x: -150, y: 0 });
  const placement = place(size, area, 2, pan);
  expect(placement.view).toEqual({ cell: { width: 20, height: 40 }, width: 1000, height: 1000, left: -200, top: -500 });
  expect(shareAt(placement, at)).toEqual(share);
});

test("moving a position under a point never shows anything beyond the art", () => {
  const size = { columns: 100, rows: 50, cellAspect: 0.5 };
  const area = { width: 1000, height: 1000, density: 1 };
  expect(panUnder(size, area, 1, { x: 0.9, y: 0.9 }, { x: 0, y: 0 })).toEqual({ x: 0, y: 0 });
  expect(panUnder(size, area, 2, { x: 1, y: 0 }, { x: 0, y: 0 })).toEqual({ x: 500, y: -500 });
});

test("a step goes to the next zoom level", () => {
  expect(zoomStep(1, 1, 6)).toBe(1.5);
  expect(zoomStep(1, -1, 6)).toBe(0.75);
});

test("a step always changes the cell size: cells are at least a pixel wide", () => {
  expect(zoomStep(1, -1, 2)).toBe(0.75);
  expect(zoomStep(0.25, 1, 2)).toBe(0.75);
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
