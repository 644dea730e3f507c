import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { paint, paintGray, rasters } from "../../../../tests/support/rasters.ts";
import { cut, mostContrasted } from "./detail.ts";

/** Flat gray with a checkerboard in one place. */
const checkered = (width: number, height: number, left: number, top: number) =>
  paintGray(width, height, (x, y) => {
    const isInside = x >= left && x < left + 40 && y >= top && y < top + 20;
    return isInside ? ((Math.floor(x / 4) + Math.floor(y / 4)) % 2 === 0 ? 30 : 220) : 120;
  });

describe("the most contrasted part", () => {
  test.each([
    [0, 0],
    [160, 0],
    [0, 130],
    [160, 130],
    [77, 61],
  ])("contains all detail at %i, %i", (left, top) => {
    const part = mostContrasted(checkered(200, 150, left, top), 2);
    expect([part.width, part.height]).toEqual([120, 60]);
    expect(part.left).toBeLessThanOrEqual(left);
    expect(part.left + part.width).toBeGreaterThanOrEqual(left + 40);
    expect(part.top).toBeLessThanOrEqual(top);
    expect(part.top + part.height).toBeGreaterThanOrEqual(top + 20);
  });

  test("is found in a large picture that is only sampled", () => {
    const large = paintGray(1200, 900, (x, y) => {
      const isInside = x >= 900 && y >= 600 && x < 1100 && y < 700;
      return isInside ? ((Math.floor(x / 25) + Math.floor(y / 25)) % 2 === 0 ? 30 : 220) : 120;
    });
    const { left, top, width, height } = mostContrasted(large, 2);
    expect([left <= 900, top <= 600, left + width >= 1100, top + height >= 700]).toEqual([true, true, true, true]);
  });

  test("prefers many edges to one strong edge", () => {
    const half = paintGray(400, 100, (x, y) =>
      x < 200 ? (x < 100 ? 0 : 255) : 100 + 60 * (((x >> 2) + (y >> 2)) & 1),
    );
    expect(mostContrasted(half, 2).left).toBeGreaterThan(190);
  });

  test("ignores the colors of transparent pixels", () => {
    const hidden = paint(400, 100, (x, y) => {
      if (x < 200) return [((x >> 2) + (y >> 2)) & 1 ? 255 : 0, 0, 0, 0];
      const gray = ((x >> 2) + (y >> 2)) & 1 ? 60 : 40;
      return [gray, gray, gray];
    });
    expect(mostContrasted(hidden, 2).left).toBeGreaterThan(190);
  });

  test("is inside any picture and has its shape, to the pixel", () => {
    fc.assert(
      fc.property(rasters(), fc.constantFrom(0.5, 1, 2, 4), (raster, shape) => {
        const { left, top, width, height } = mostContrasted(raster, shape);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(top).toBeGreaterThanOrEqual(0);
        expect(left + width).toBeLessThanOrEqual(raster.width);
        expect(top + height).toBeLessThanOrEqual(raster.height);
        expect(Math.abs(width - height * shape)).toBeLessThanOrEqual(Math.max(1, shape));
      }),
    );
  });
});

test("a part is cropped exactly", () => {
  const whole = paint(5, 4, (x, y) => [x, y, 7, 10 * x + y]);
  const part = cut(whole, { left: 1, top: 2, width: 3, height: 2 });
  expect(part).toEqual(paint(3, 2, (x, y) => [x + 1, y + 2, 7, 10 * (x + 1) + y + 2]));
});
