import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { noise, type Pixel, paint } from "../../../../tests/support/rasters.ts";
import { byteOfLight, luminance } from "../math/srgb.ts";
import type { Raster } from "../raster.ts";
import { huesOf, meanColors } from "./color.ts";

const SIZE = { columns: 8, rows: 4 };

describe("mean colors", () => {
  const bytesOf = (raster: Raster, isOpaque = false): number[][] => {
    const means = meanColors(raster, SIZE, isOpaque);
    return Array.from({ length: 32 }, (_, cell) => Array.from(means.subarray(3 * cell, 3 * cell + 3), byteOfLight));
  };

  /** The color of the first cell of an image that repeats the same two pixels in every cell. */
  const blend = (left: Pixel, right: Pixel): number[] => bytesOf(paint(16, 8, (x) => (x % 2 === 0 ? left : right)))[0]!;

  test("black and white mix in linear light: 188, not 128", () => {
    expect(blend([0, 0, 0], [255, 255, 255])).toEqual([188, 188, 188]);
    expect(blend([255, 0, 0], [0, 0, 255])).toEqual([188, 0, 188]);
  });

  test("a pixel counts by its alpha, without the color behind it", () => {
    expect(blend([200, 30, 60], [0, 255, 0, 0])).toEqual([200, 30, 60]);
    expect(blend([255, 0, 0, 51], [0, 0, 255, 204])).toEqual([124, 0, 231]);
  });

  test("of an opaque picture are the same, computed faster", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 1, max: 40 }), fc.nat(), (width, height, seed) => {
        const next = noise(seed);
        const raster = paint(width, height, () => [256 * next(), 256 * next(), 256 * next()]);
        expect(bytesOf(raster, true)).toEqual(bytesOf(raster));
      }),
      { numRuns: 60 },
    );
  });

  test("a fully transparent cell is black", () => {
    expect(blend([90, 90, 90, 0], [250, 0, 0, 0])).toEqual([0, 0, 0]);
  });

  test("cells are in row order from the top left", () => {
    const colors = bytesOf(paint(16, 8, (x, y) => [x < 8 ? 10 : 20, y < 4 ? 30 : 40, 0]));
    expect([0, 7, 24, 31].map((cell) => colors[cell])).toEqual([
      [10, 30, 0],
      [20, 30, 0],
      [10, 40, 0],
      [20, 40, 0],
    ]);
  });
});

describe("hues", () => {
  const light = fc.double({ min: 0, max: 1, noNaN: true });
  const saturation = fc.double({ min: 0, max: 4, noNaN: true });
  const hueOf = (color: readonly number[], saturation = 1) => {
    const { hue, most } = huesOf(Float64Array.from(color), saturation);
    return { hue: [...hue], most: most[0]! };
  };

  test("have luminance 1, and their brightest ink has a channel at 1 and none above", () => {
    fc.assert(
      fc.property(light, light, light, saturation, (red, green, blue, saturation) => {
        const { hue, most } = hueOf([red, green, blue], saturation);
        expect(luminance(hue[0]!, hue[1]!, hue[2]!)).toBeCloseTo(1, 5);
        expect(Math.max(...hue) * most).toBeCloseTo(1, 5);
      }),
    );
  });

  test("are the picture's own at saturation 1 and gray at 0; more drives the channels apart", () => {
    const [red, green, blue] = hueOf([0.4, 0.2, 0.1]).hue;
    expect(red! / green!).toBeCloseTo(2, 1);
    expect(green! / blue!).toBeCloseTo(2, 1);
    for (const channel of hueOf([0.4, 0.2, 0.1], 0).hue) expect(channel).toBeCloseTo(1, 5);
    const more = hueOf([0.4, 0.2, 0.1], 1.5).hue;
    expect(more[0]! / more[1]!).toBeGreaterThan(red! / green!);
  });

  test("of a nearly black color are nearly gray, because they are noise", () => {
    const { hue } = hueOf([0.0003, 0, 0]);
    expect(hue[0]! / hue[1]!).toBeLessThan(2);
    expect(hueOf([0, 0, 0])).toEqual({ hue: [1, 1, 1], most: 1 });
  });
});
