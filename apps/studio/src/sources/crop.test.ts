import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boxOfShape, draggedBox, type Handle, turnedSize } from "./crop.ts";

const rounded = (box: object) => Object.values(box).map((value) => Number(value.toFixed(6)));

it("a turned picture has its sides exchanged", () => {
  expect([0, 1, 2, 3].map((turns) => turnedSize({ width: 3, height: 2 }, turns).width)).toEqual([3, 2, 3, 2]);
});

describe("the largest box of a shape", () => {
  it("has the shape in pixels, in the middle", () => {
    expect(rounded(boxOfShape(1, { width: 400, height: 200 }))).toEqual([0.25, 0, 0.5, 1]);
    expect(rounded(boxOfShape(2, { width: 100, height: 200 }))).toEqual([0, 0.375, 1, 0.25]);
  });
});

describe("a dragged box", () => {
  const half = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 };

  it("is moved as far as the picture goes", () => {
    expect(rounded(draggedBox(half, "all", { x: 0.1, y: 9 }, null))).toEqual([0.35, 0.5, 0.5, 0.5]);
  });

  it("keeps the opposite corner", () => {
    expect(rounded(draggedBox(half, "nw", { x: -0.1, y: 0.1 }, null))).toEqual([0.15, 0.35, 0.6, 0.4]);
    expect(rounded(draggedBox(half, "se", { x: 0.1, y: 0.1 }, null))).toEqual([0.25, 0.25, 0.6, 0.6]);
  });

  it("stays in the picture and keeps its shape, whatever is dragged", () => {
    const move = fc.double({ min: -2, max: 2, noNaN: true });
    fc.assert(
      fc.property(
        fc.constantFrom<Handle>("nw", "ne", "sw", "se", "all"),
        move,
        move,
        fc.option(fc.double({ min: 0.2, max: 5, noNaN: true })),
        (handle, x, y, ratio) => {
          const start = ratio === null ? half : boxOfShape(ratio, { width: 1, height: 1 });
          const box = draggedBox(start, handle, { x, y }, ratio);
          expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(-1e-9);
          expect(Math.max(box.x + box.width, box.y + box.height)).toBeLessThanOrEqual(1 + 1e-9);
          expect(Math.min(box.width, box.height)).toBeGreaterThan(0);
          if (ratio !== null) expect(box.width / box.height).toBeCloseTo(ratio, 6);
        },
      ),
    );
  });
});
