import { type Charset, PARAMS } from "@lumiglyph/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { planeOf, planes, rowsOf } from "../../../../tests/support/rasters.ts";
import { ATLAS, rampOf } from "../glyphs/atlas.ts";
import { LIGHT_OF_BYTE, luminance } from "../math/srgb.ts";
import type { Raster } from "../raster.ts";
import { readArt } from "./art.ts";
import type { DecodedArt } from "./decoded-art.ts";
import { artRaster, cellRaster, enlarge, formOf, pictureSize, withoutTexture } from "./raster.ts";

/** Bytes of one pixel. */
const pixel = ({ width, data }: Raster, x: number, y: number): number[] => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
];

/** A uniform grid of one glyph. */
const even = (glyph: number, given: Partial<DecodedArt> = {}): DecodedArt => ({
  size: { columns: 8, rows: 4 },
  charset: "detailed",
  characters: "",
  background: "dark",
  font: "any",
  glyphs: new Uint8Array(32).fill(glyph),
  chroma: null,
  inks: null,
  lights: null,
  inverted: false,
  diffused: false,
  params: null,
  ...given,
});

const CHARSETS: readonly Charset[] = PARAMS.charset.values;

describe("the densest glyph is white and the blank black, and vice versa if inverted:", () => {
  for (const charset of CHARSETS) {
    test(charset, () => {
      const [blank, densest] = [rampOf(charset)[0]!, rampOf(charset).at(-1)!];
      for (const [glyph, inverted, gray] of [
        [blank, false, 0],
        [densest, false, 255],
        [blank, true, 255],
        [densest, true, 0],
      ] as const) {
        const grid = even(glyph, { charset, inverted });
        for (const raster of [cellRaster(grid), artRaster(grid, 3)]) {
          expect(pixel(raster, 4, 2)).toEqual([gray, gray, gray, 255]);
          expect(pixel(raster, 0, 0)).toEqual([gray, gray, gray, 255]);
        }
      }
    });
  }
});

test("glyphs with more light are lighter grays", () => {
  const grays = rampOf("standard").map((glyph) => pixel(cellRaster(even(glyph, { charset: "standard" })), 3, 1)[0]!);
  expect(grays).toEqual(grays.toSorted((a, b) => a - b));
  expect(new Set(grays).size).toBeGreaterThanOrEqual(9);
});

describe("the image size", () => {
  test("is a pixel per cell, or in proportion with a cell twice as high as wide", () => {
    expect(cellRaster(even(0))).toMatchObject({ width: 8, height: 4 });
    for (const scale of [1, 2, 3, 8]) {
      const size = { width: 8 * scale, height: 8 * scale };
      expect(pictureSize(even(0), scale)).toEqual(size);
      const raster = artRaster(even(0), scale);
      expect(raster).toMatchObject(size);
      expect(raster.data).toHaveLength(size.width * size.height * 4);
    }
  });
});

describe("color", () => {
  const colored = (...color: readonly [number, number, number]): Uint8Array =>
    Uint8Array.from({ length: 96 }, (_, i) => color[i % 3]!);
  const lightOf = (byte: number): number => LIGHT_OF_BYTE[byte]!;
  const luminanceOf = ([red, green, blue]: readonly number[]): number =>
    luminance(lightOf(red!), lightOf(green!), lightOf(blue!));

  test("is unaffected by gray chroma of any brightness", () => {
    for (const glyph of ["=", "%", "@"].map((one) => ATLAS.indexOf(one))) {
      for (const gray of [40, 128, 255]) {
        const chroma = colored(gray, gray, gray);
        expect(cellRaster(even(glyph, { chroma }))).toEqual(cellRaster(even(glyph)));
        expect(artRaster(even(glyph, { chroma }), 3)).toEqual(artRaster(even(glyph), 3));
      }
    }
  });

  test("takes its hue from the chroma, at a pixel per cell and at every scale", () => {
    const hue = [255, 140, 60] as const;
    for (const glyph of [":", ";"].map((one) => ATLAS.indexOf(one))) {
      const grid = even(glyph, { chroma: colored(...hue) });
      for (const raster of [cellRaster(grid), artRaster(grid, 1), artRaster(grid, 5)]) {
        const [red, green, blue] = pixel(raster, 3, 2).map(lightOf);
        expect(green! / red!).toBeCloseTo(lightOf(140) / lightOf(255), 1);
        expect(blue! / red!).toBeCloseTo(lightOf(60) / lightOf(255), 1);
      }
    }
  });

  const HUES: readonly (readonly [number, number, number])[] = [
    [255, 120, 80],
    [90, 255, 90],
    [200, 255, 255],
  ];

  test("takes its brightness from the glyphs: a colored pixel has the light of the gray one", () => {
    for (const glyph of [":", "=", "o"].map((one) => ATLAS.indexOf(one))) {
      for (const hue of HUES) {
        const gray = pixel(cellRaster(even(glyph)), 3, 2);
        const bright = pixel(cellRaster(even(glyph, { chroma: colored(...hue) })), 3, 2);
        if (Math.max(...bright.slice(0, 3)) < 255) expect(luminanceOf(bright)).toBeCloseTo(luminanceOf(gray), 2);
        else expect(luminanceOf(bright)).toBeLessThan(luminanceOf(gray));
      }
    }
  });

  test("is black for a blank, whatever its chroma", () => {
    expect(pixel(cellRaster(even(0, { chroma: colored(255, 0, 0) })), 3, 2)).toEqual([0, 0, 0, 255]);
  });

  test("ignores the hue of nearly black chroma", () => {
    const [red, green, blue] = pixel(cellRaster(even(ATLAS.indexOf("="), { chroma: colored(1, 0, 0) })), 3, 2);
    expect(red! - Math.min(green!, blue!)).toBeLessThan(30);
  });

  test("is brighter within a cell where the glyphs have their light", () => {
    // a bright row over blanks: the edge lies within the row of cells below it
    const art = ["########", "########", '""""""""', "        ", "        "].join("\n");
    const chroma = Uint8Array.from({ length: 8 * 5 * 3 }, (_, i) => [255, 180, 120][i % 3]!);
    const raster = artRaster({ ...readArt(art, { charset: "detailed" }), chroma }, 2);
    for (const channel of [0, 1, 2]) {
      const [top, bottom] = [pixel(raster, 8, 8)[channel]!, pixel(raster, 8, 11)[channel]!];
      expect(top).toBeGreaterThan(bottom + 8);
    }
  });
});

test("light high in a cell and light low in it give different images", () => {
  const rows = (glyph: string) => {
    const art = ["########", "########", glyph.repeat(8), "        ", "        "].join("\n");
    const raster = artRaster(readArt(art, { charset: "detailed" }), 2);
    return Array.from({ length: raster.height }, (_, y) => pixel(raster, 8, y)[0]!);
  };
  const [high, low] = [rows('"'), rows("_")];
  expect(high[8]).toBeGreaterThan(high[11]! + 10);
  expect(low[11]).toBeGreaterThan(high[11]! + 10);
});

const GAPS = [1, 1.5, 1.5, 0];

/** Two adjacent cells, 2 × 4 samples each. */
const cells = (light: (x: number, y: number) => number) =>
  planeOf(Array.from({ length: 4 }, (_, y) => Array.from({ length: 4 }, (_, x) => light(x, y))));

test("removes a texture that all cells share, whatever their light", () => {
  const even = cells((x) => (x < 2 ? 0.2 : 0.6));
  const seen = cells((x, y) => (x < 2 ? 0.2 : 0.6) * (GAPS[y]! + 0.5));
  expect(rowsOf(withoutTexture(seen, even))).toEqual(rowsOf(even));
});

test("keeps a difference between cells", () => {
  const even = cells(() => 0.5);
  const seen = cells((x, y) => (y === 0 ? (x < 2 ? 1 : 0) : 0.5));
  expect(rowsOf(withoutTexture(seen, even))).toEqual(rowsOf(seen));
});

test("keeps dark an area that is dark in all cells", () => {
  const seen = cells((_, y) => GAPS[y]!);
  expect(
    rowsOf(
      withoutTexture(
        seen,
        cells(() => 1),
      ),
    ),
  ).toEqual(rowsOf(cells((_, y) => (y === 3 ? 0 : 1))));
});

const EDGE = ["########", "########", '""""""""', "        ", "        "].join("\n");
const EVEN = Array(5).fill("########").join("\n");

/** Largest difference between the light with and without form. */
const relief = (art: string, diffused: boolean): number => {
  const { even, formed } = formOf(readArt(art, { charset: "detailed", diffused }));
  return even.data.reduce((most, light, i) => Math.max(most, Math.abs(light - formed.data[i]!)), 0);
};

test("an edge keeps the form of its glyphs", () => {
  expect(relief(EDGE, false)).toBeGreaterThan(0.05);
});

test("uniform light has no form: the glyphs' texture is not in the image", () => {
  expect(relief(EVEN, false)).toBeLessThan(1e-6);
});

test("diffused art has no form: its glyph shapes carry no information", () => {
  expect(relief(EDGE, true)).toBe(0);
});

test("a cell has two samples across and four down", () => {
  const { even, formed } = formOf(readArt(EDGE));
  for (const plane of [even, formed]) expect(plane).toMatchObject({ width: 16, height: 20 });
});

test("resizing a plane to its own size changes nothing", () => {
  fc.assert(
    fc.property(planes(), (plane) => {
      expect(enlarge(plane, plane.width, plane.height)).toEqual(plane);
    }),
  );
});

test("a slope stays even inside and levels off at the border", () => {
  const [row] = rowsOf(enlarge(planeOf([[0, 1, 2, 3, 4, 5]]), 12, 1), 4);
  expect(row!.slice(3, 9)).toEqual([1.25, 1.75, 2.25, 2.75, 3.25, 3.75]);
  expect(row!.at(0)).toBeGreaterThan(-0.1);
  expect(row!.at(-1)).toBeLessThan(5.1);
});

test("rows are enlarged like columns", () => {
  const lying = enlarge(planeOf([[0, 1, 0.5]]), 7, 1);
  const standing = enlarge(planeOf([[0], [1], [0.5]]), 1, 7);
  expect([...standing.data]).toEqual([...lying.data]);
});

test("a uniform plane stays uniform", () => {
  const { data } = enlarge(planeOf([[0.25, 0.25]]), 9, 5);
  for (const value of data) expect(value).toBeCloseTo(0.25, 6);
});
