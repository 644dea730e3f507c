import type { RenderParams } from "@lumiglyph/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { paramsWith } from "../../../../tests/support/params.ts";
import { initialStateOf } from "../../../../tests/support/pipeline-state.ts";
import { type Pixel, paint, rasters } from "../../../../tests/support/rasters.ts";
import { LIGHT_OF_BYTE } from "../math/srgb.ts";
import type { Raster } from "../pipeline-state.ts";
import { brighten, foregroundColors, grid, meanColors, saturated } from "./grid.ts";

const SIZE = { columns: 8, rows: 4 };

const byCell = (colors: Uint8Array): number[][] =>
  Array.from({ length: colors.length / 3 }, (_, cell) => [...colors.subarray(cell * 3, cell * 3 + 3)]);

/** The saturated mean color of each cell. */
const colorsOf = (raster: Raster, saturation: number, size = SIZE): number[][] =>
  byCell(saturated(meanColors(raster, size), saturation));

/** The color of the first cell of an image that repeats the same two pixels in every cell. */
const blend = (left: Pixel, right: Pixel, saturation = 1): number[] =>
  colorsOf(
    paint(16, 8, (x) => (x % 2 === 0 ? left : right)),
    saturation,
  )[0]!;

const byte = fc.nat({ max: 255 });

test("black and white mix in linear light: 188, not 128", () => {
  expect(blend([0, 0, 0], [255, 255, 255])).toEqual([188, 188, 188]);
  expect(blend([255, 0, 0], [0, 0, 255])).toEqual([188, 0, 188]);
});

test("a pixel counts by its alpha, without the color behind it", () => {
  expect(blend([200, 30, 60], [0, 255, 0, 0])).toEqual([200, 30, 60]);
  expect(blend([255, 0, 0, 51], [0, 0, 255, 204])).toEqual([124, 0, 231]);
});

test("a fully transparent cell is black", () => {
  expect(blend([90, 90, 90, 0], [250, 0, 0, 0])).toEqual([0, 0, 0]);
});

test("saturation 0 is the gray of the same luminance", () => {
  expect(blend([255, 0, 0], [255, 0, 0], 0)).toEqual([127, 127, 127]);
  expect(blend([0, 255, 0], [0, 255, 0], 0)).toEqual([220, 220, 220]);
});

test("saturation 1 is the image's own color at any alpha above 0", () => {
  fc.assert(
    fc.property(byte, byte, byte, fc.integer({ min: 1, max: 255 }), (red, green, blue, alpha) => {
      expect(blend([red, green, blue, alpha], [red, green, blue, alpha])).toEqual([red, green, blue]);
    }),
  );
});

test("saturation does not change grays", () => {
  fc.assert(
    fc.property(byte, fc.double({ min: 0, max: 4, noNaN: true }), (gray, saturation) => {
      expect(blend([gray, gray, gray], [gray, gray, gray], saturation)).toEqual([gray, gray, gray]);
    }),
  );
});

test("more saturation drives the channels apart", () => {
  const [red, , blue] = blend([180, 120, 90], [180, 120, 90], 2);
  expect(red).toBeGreaterThan(190);
  expect(blue).toBeLessThan(60);
});

test("cells are in row order from the top left", () => {
  const quarters = paint(16, 8, (x, y) => [x < 8 ? 10 : 20, y < 4 ? 30 : 40, 0]);
  const colors = colorsOf(quarters, 1);
  expect(colors).toHaveLength(32);
  expect([0, 7, 24, 31].map((cell) => colors[cell])).toEqual([
    [10, 30, 0],
    [20, 30, 0],
    [10, 40, 0],
    [20, 40, 0],
  ]);
});

test("a cell's color is its foreground: the hue of its mean at full brightness (answers 8.9)", () => {
  fc.assert(
    fc.property(rasters(), fc.double({ min: 0, max: 4, noNaN: true }), (raster, saturation) => {
      const { colors } = grid.run(initialStateOf(raster, SIZE), paramsWith({ color: true, saturation }));
      expect(colors).toEqual(foregroundColors(Uint8Array.from(colorsOf(raster, saturation).flat())));
    }),
    { numRuns: 30 },
  );
  const dim = paint(16, 8, () => [60, 30, 0]);
  const [red, green, blue] = byCell(
    grid.run(initialStateOf(dim, SIZE), paramsWith({ color: true, saturation: 1 })).colors!,
  )[0]!;
  expect(red).toBeGreaterThan(220);
  expect(green).toBeLessThan(red!);
  expect(blue).toBe(0);
});

test.each<[Partial<RenderParams>, boolean]>([
  [{ format: "text", color: true }, false],
  [{ format: "html", color: false }, false],
  [{ format: "html", color: true }, true],
  [{ format: "json", color: true }, true],
  [{ format: "json-compact", color: false }, true],
])("with %o, colors are computed: %s", (given, wanted) => {
  expect(grid.wanted(paramsWith(given))).toBe(wanted);
});

const drawn = (...color: number[]): number[] => [...foregroundColors(Uint8Array.from(color))];

test("a color at full brightness stays unchanged", () => {
  expect(drawn(255, 0, 0)).toEqual([255, 0, 0]);
  expect(drawn(255, 255, 255)).toEqual([255, 255, 255]);
  expect(drawn(90, 255, 17)).toEqual([90, 255, 17]);
});

test("any other keeps its hue and is raised to full brightness", () => {
  const lit = fc.integer({ min: 64, max: 255 });
  fc.assert(
    fc.property(lit, lit, lit, (red, green, blue) => {
      const given = [red, green, blue];
      const color = drawn(red, green, blue);
      expect(Math.max(...color)).toBeGreaterThan(229);
      const share = (values: number[], i: number) => LIGHT_OF_BYTE[values[i]!]! / LIGHT_OF_BYTE[Math.max(...values)]!;
      for (const i of [0, 1, 2]) expect(share(color, i)).toBeCloseTo(share(given, i), 1);
    }),
  );
});

test("a nearly black color is not amplified", () => {
  expect(drawn(0, 0, 0)).toEqual([0, 0, 0]);
  expect(Math.max(...drawn(2, 0, 1))).toBeLessThan(70);
});

test("every cell has its own three bytes, and the input stays unchanged", () => {
  const colors = Uint8Array.of(10, 60, 200, 0, 0, 0, 255, 128, 3);
  const before = colors.slice();
  expect(drawn(...colors)).toEqual([...drawn(10, 60, 200), ...drawn(0, 0, 0), ...drawn(255, 128, 3)]);
  expect(colors).toEqual(before);
});

test("brightens one color from one offset to another and changes nothing else", () => {
  const out = new Uint8Array(9).fill(7);
  brighten(Uint8Array.of(1, 2, 3, 90, 40, 10), 3, out, 6);
  expect([...out]).toEqual([7, 7, 7, 7, 7, 7, ...drawn(90, 40, 10)]);
});
