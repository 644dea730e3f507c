import { describe, expect, test } from "vitest";
import { type Pixel, paint } from "../../../../tests/support/rasters.ts";
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

test.each(COMPLEXIONS.map((pixel) => [pixel] as const))("%j is a color that skin has", (pixel) => {
  expect(shareOf(pixel)).toBe(1);
});

test.each([
  ["black", [0, 0, 0]],
  ["middle gray", [128, 128, 128]],
  ["white", [255, 255, 255]],
  ["grass", [60, 140, 40]],
  ["sky", [110, 160, 220]],
  ["a red lacquer", [220, 0, 0]],
] as const)("%s is none", (_, pixel) => {
  expect(shareOf(pixel)).toBe(0);
});

const [SKIN, SKY] = [COMPLEXIONS[1]!, [110, 160, 220] as const];
const CLEAR: Pixel = [231, 180, 143, 0];

test("it is the share of pixels, of those that are to be seen", () => {
  expect(shareOf(SKIN, SKY, SKY, SKY)).toBe(0.25);
  expect(shareOf(SKIN, SKY, [...SKY, 0], [...SKY, 127])).toBe(0.5);
  expect(shareOf([0, 0, 0, 0])).toBe(0);
});

test("of a large picture some pixels are looked at, and they tell nearly the same", () => {
  const disc = paint(500, 400, (x, y) => ((x - 250) ** 2 + (y - 200) ** 2 < 150 ** 2 ? SKIN : SKY));
  expect(Math.abs(skinShare(disc) - (Math.PI * 150 ** 2) / (500 * 400))).toBeLessThan(0.03);
});

describe("cells of skin", () => {
  const GRID = { columns: 10, rows: 10 };

  /** The cells of a picture of 40 × 40 pixels, 4 × 4 a cell, in which these pixels are as said and all others sky. */
  const cellsOf = (pixelAt: (x: number, y: number) => Pixel): number[] =>
    [...skinCells(paint(40, 40, pixelAt), GRID).entries()].flatMap(([cell, isSkin]) => (isSkin === 1 ? [cell] : []));

  const ALL = Array.from({ length: 100 }, (_, cell) => cell);

  test("are those whose mean color is that of skin", () => {
    expect(cellsOf((x, y) => (x < 8 && y >= 36 ? SKIN : SKY))).toEqual([90, 91]);
    // a pixel of skin does not make a cell of it, nor a pixel of sky another
    const speckled = (x: number, y: number): Pixel => (x < 8 && y >= 36 && (x + y) % 4 !== 0 ? SKIN : SKY);
    expect(cellsOf(speckled)).toEqual(cellsOf((x, y) => (x < 8 && y >= 36 ? SKIN : SKY)));
    expect(cellsOf((x, y) => (x < 8 && !(x === 5 && y === 2) ? SKIN : SKY))).toHaveLength(20);
  });

  test.each(COMPLEXIONS.map((pixel) => [pixel] as const))("have any complexion: %j", (pixel) => {
    expect(cellsOf((x) => (x < 20 ? pixel : SKY))).toHaveLength(50);
  });

  test("are all of them where hardly any is: a landscape is judged as a whole", () => {
    expect(cellsOf(() => SKY)).toEqual(ALL);
    expect(cellsOf((x, y) => (x < 4 && y < 4 ? SKIN : SKY))).toEqual(ALL);
  });

  test("are not those of which nothing is to be seen", () => {
    expect(cellsOf((x) => (x < 20 ? SKIN : CLEAR))).toHaveLength(50);
  });
});
