import { describe, expect, test } from "vitest";
import { type Pixel, paint } from "../../../../tests/support/rasters.ts";
import { meanColors } from "../stages/color.ts";
import { skinCells, skinShare } from "./skin.ts";

const shareOf = (...pixels: readonly Pixel[]): number => skinShare(paint(pixels.length, 1, (x) => pixels[x]!));

/** From very light to very dark. */
const COMPLEXIONS: readonly Pixel[] = [
  [244, 208, 177],
  [231, 180, 143],
  [210, 158, 124],
  [186, 119, 80],
  [165, 93, 43],
  [90, 50, 30],
];

test.each(COMPLEXIONS.map((pixel) => [pixel] as const))("%j is a skin color", (pixel) => {
  expect(shareOf(pixel)).toBe(1);
});

test.each([
  ["black", [0, 0, 0]],
  ["middle gray", [128, 128, 128]],
  ["white", [255, 255, 255]],
  ["grass", [60, 140, 40]],
  ["sky", [110, 160, 220]],
  ["a red lacquer", [220, 0, 0]],
] as const)("%s is not a skin color", (_, pixel) => {
  expect(shareOf(pixel)).toBe(0);
});

const [SKIN, SKY] = [COMPLEXIONS[1]!, [110, 160, 220] as const];
const CLEAR: Pixel = [231, 180, 143, 0];

test("the share counts visible pixels only", () => {
  expect(shareOf(SKIN, SKY, SKY, SKY)).toBe(0.25);
  expect(shareOf(SKIN, SKY, [...SKY, 0], [...SKY, 127])).toBe(0.5);
  expect(shareOf([0, 0, 0, 0])).toBe(0);
});

test("samples a large image and gets nearly the same share", () => {
  const disc = paint(500, 400, (x, y) => ((x - 250) ** 2 + (y - 200) ** 2 < 150 ** 2 ? SKIN : SKY));
  expect(Math.abs(skinShare(disc) - (Math.PI * 150 ** 2) / (500 * 400))).toBeLessThan(0.03);
});

describe("skinCells", () => {
  const GRID = { columns: 10, rows: 10 };

  /** The skin cells of an image of 40 × 40 pixels, 4 × 4 per cell. */
  const cellsOf = (pixelAt: (x: number, y: number) => Pixel): number[] =>
    [...skinCells(meanColors(paint(40, 40, pixelAt), GRID, false)).entries()].flatMap(([cell, isSkin]) =>
      isSkin === 1 ? [cell] : [],
    );

  const ALL = Array.from({ length: 100 }, (_, cell) => cell);

  test("returns the cells whose mean color is skin", () => {
    expect(cellsOf((x, y) => (x < 8 && y >= 36 ? SKIN : SKY))).toEqual([90, 91]);
    // a single pixel of skin or sky does not change a cell
    const speckled = (x: number, y: number): Pixel => (x < 8 && y >= 36 && (x + y) % 4 !== 0 ? SKIN : SKY);
    expect(cellsOf(speckled)).toEqual(cellsOf((x, y) => (x < 8 && y >= 36 ? SKIN : SKY)));
    expect(cellsOf((x, y) => (x < 8 && !(x === 5 && y === 2) ? SKIN : SKY))).toHaveLength(20);
  });

  test.each(COMPLEXIONS.map((pixel) => [pixel] as const))("detects any complexion: %j", (pixel) => {
    expect(cellsOf((x) => (x < 20 ? pixel : SKY))).toHaveLength(50);
  });

  test("returns all cells if hardly any is skin: a landscape is judged as a whole", () => {
    expect(cellsOf(() => SKY)).toEqual(ALL);
    expect(cellsOf((x, y) => (x < 4 && y < 4 ? SKIN : SKY))).toEqual(ALL);
  });

  test("leaves out invisible cells", () => {
    expect(cellsOf((x) => (x < 20 ? SKIN : CLEAR))).toHaveLength(50);
  });
});
