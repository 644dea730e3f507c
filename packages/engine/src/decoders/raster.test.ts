import type { Charset } from "@lumiglyph/contract";
import { describe, expect, test } from "vitest";
import type { Raster } from "../frame.ts";
import { ATLAS, rampOf } from "../glyphs/atlas.ts";
import { LIGHT_OF_BYTE, luminance } from "../math/srgb.ts";
import { readArt } from "./art.ts";
import type { Page } from "./page.ts";
import { cellRaster, pageRaster, pictureSize } from "./raster.ts";

/** Bytes of one pixel. */
const pixel = ({ width, data }: Raster, x: number, y: number): number[] => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
];

/** An even page of one glyph. */
const even = (glyph: number, given: Partial<Page> = {}): Page => ({
  size: { columns: 8, rows: 4 },
  charset: "detailed",
  glyphs: new Uint8Array(32).fill(glyph),
  chroma: null,
  inverted: false,
  diffused: false,
  params: null,
  ...given,
});

const CHARSETS = ["standard", "detailed", "blocks", "binary", "dots", "minimal"] as const satisfies readonly Charset[];

describe("the densest glyph of a charset is white, the blank black, and inverted the other way round:", () => {
  for (const charset of CHARSETS) {
    test(charset, () => {
      const [blank, densest] = [rampOf(charset)[0]!, rampOf(charset).at(-1)!];
      for (const [glyph, inverted, gray] of [
        [blank, false, 0],
        [densest, false, 255],
        [blank, true, 255],
        [densest, true, 0],
      ] as const) {
        const page = even(glyph, { charset, inverted });
        for (const raster of [cellRaster(page), pageRaster(page, 3)]) {
          expect(pixel(raster, 4, 2)).toEqual([gray, gray, gray, 255]);
          expect(pixel(raster, 0, 0)).toEqual([gray, gray, gray, 255]);
        }
      }
    });
  }
});

test("glyphs of more light are lighter grays", () => {
  const grays = rampOf("standard").map((glyph) => pixel(cellRaster(even(glyph, { charset: "standard" })), 3, 1)[0]!);
  expect(grays).toEqual(grays.toSorted((a, b) => a - b));
  expect(new Set(grays).size).toBeGreaterThanOrEqual(9);
});

describe("a picture's size", () => {
  test("is a pixel a cell, or in proportion, a cell being twice as high as wide", () => {
    expect(cellRaster(even(0))).toMatchObject({ width: 8, height: 4 });
    for (const scale of [1, 2, 3, 8]) {
      const size = { width: 8 * scale, height: 8 * scale };
      expect(pictureSize(even(0), scale)).toEqual(size);
      const raster = pageRaster(even(0), scale);
      expect(raster).toMatchObject(size);
      expect(raster.data).toHaveLength(size.width * size.height * 4);
    }
  });
});

describe("color:", () => {
  const colored = (...color: readonly [number, number, number]): Uint8Array =>
    Uint8Array.from({ length: 96 }, (_, i) => color[i % 3]!);
  const lightOf = (byte: number): number => LIGHT_OF_BYTE[byte]!;
  const luminanceOf = ([red, green, blue]: readonly number[]): number =>
    luminance(lightOf(red!), lightOf(green!), lightOf(blue!));

  test("chroma that is gray changes nothing, however bright", () => {
    for (const glyph of ["=", "%", "@"].map((one) => ATLAS.indexOf(one))) {
      for (const gray of [40, 128, 255]) {
        const chroma = colored(gray, gray, gray);
        expect(cellRaster(even(glyph, { chroma }))).toEqual(cellRaster(even(glyph)));
        expect(pageRaster(even(glyph, { chroma }), 3)).toEqual(pageRaster(even(glyph), 3));
      }
    }
  });

  test("the chroma tells the hue, at a pixel a cell and at every scale", () => {
    const hue = [255, 140, 60] as const;
    for (const glyph of [":", ";"].map((one) => ATLAS.indexOf(one))) {
      const page = even(glyph, { chroma: colored(...hue) });
      for (const raster of [cellRaster(page), pageRaster(page, 1), pageRaster(page, 5)]) {
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

  test("the glyphs tell how bright it is: a colored pixel has the light that it would have without", () => {
    for (const glyph of [":", "=", "o"].map((one) => ATLAS.indexOf(one))) {
      for (const hue of HUES) {
        const gray = pixel(cellRaster(even(glyph)), 3, 2);
        const bright = pixel(cellRaster(even(glyph, { chroma: colored(...hue) })), 3, 2);
        if (Math.max(...bright.slice(0, 3)) < 255) expect(luminanceOf(bright)).toBeCloseTo(luminanceOf(gray), 2);
        else expect(luminanceOf(bright)).toBeLessThan(luminanceOf(gray));
      }
    }
  });

  test("a blank is black in any color", () => {
    expect(pixel(cellRaster(even(0, { chroma: colored(255, 0, 0) })), 3, 2)).toEqual([0, 0, 0, 255]);
  });

  test("the bytes of a chroma that is nearly black are no hue", () => {
    const [red, green, blue] = pixel(cellRaster(even(ATLAS.indexOf("="), { chroma: colored(1, 0, 0) })), 3, 2);
    expect(red! - Math.min(green!, blue!)).toBeLessThan(30);
  });

  test("within a cell it is brighter where the glyphs have their light", () => {
    // a bright row over blanks: the edge lies within the row of cells below it
    const art = ["########", "########", '""""""""', "        ", "        "].join("\n");
    const chroma = Uint8Array.from({ length: 8 * 5 * 3 }, (_, i) => [255, 180, 120][i % 3]!);
    const raster = pageRaster({ ...readArt(art, { charset: "detailed" }), chroma }, 2);
    for (const channel of [0, 1, 2]) {
      const [top, bottom] = [pixel(raster, 8, 8)[channel]!, pixel(raster, 8, 11)[channel]!];
      expect(top).toBeGreaterThan(bottom + 8);
    }
  });
});

test("light high in a cell and light low in it are different pictures", () => {
  const rows = (glyph: string) => {
    const art = ["########", "########", glyph.repeat(8), "        ", "        "].join("\n");
    const raster = pageRaster(readArt(art, { charset: "detailed" }), 2);
    return Array.from({ length: raster.height }, (_, y) => pixel(raster, 8, y)[0]!);
  };
  const [high, low] = [rows('"'), rows("_")];
  expect(high[8]).toBeGreaterThan(high[11]! + 10);
  expect(low[11]).toBeGreaterThan(high[11]! + 10);
});
