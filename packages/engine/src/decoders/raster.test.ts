import type { Charset } from "@lumiglyph/contract";
import { describe, expect, test } from "vitest";
import { rampOf } from "../glyphs/ramps.ts";
import type { Raster } from "../raster.ts";
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
  expect(new Set(grays).size).toBe(10);
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
  const chroma = Uint8Array.from({ length: 96 }, (_, i) => (i * 37) % 256);

  test("at a pixel a cell the chroma's bytes come back, whatever the glyphs", () => {
    for (const glyph of [0, 32]) {
      const { data } = cellRaster(even(glyph, { chroma }));
      expect([...data].filter((_, at) => at % 4 !== 3)).toEqual([...chroma]);
    }
  });

  test("an even page of one color is that color at every scale", () => {
    const green = Uint8Array.from({ length: 96 }, (_, i) => [10, 200, 30][i % 3]!);
    for (const scale of [1, 2, 5]) {
      const raster = pageRaster(even(32, { chroma: green }), scale);
      expect(pixel(raster, 3, 5)).toEqual([10, 200, 30, 255]);
    }
  });

  test("within a cell it is brighter where the glyphs have their light", () => {
    // a bright row over blanks: the edge lies within the row of cells below it
    const art = ["########", "########", '""""""""', "        ", "        "].join("\n");
    const gray = Uint8Array.from({ length: 8 * 5 * 3 }, () => 100);
    const raster = pageRaster({ ...readArt(art, { charset: "detailed" }), chroma: gray }, 2);
    const [top, bottom] = [pixel(raster, 8, 8)[0]!, pixel(raster, 8, 11)[0]!];
    expect(top).toBeGreaterThan(bottom + 20);
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
