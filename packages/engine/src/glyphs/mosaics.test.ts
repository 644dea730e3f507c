import { MOSAIC_CHARSETS } from "@lumiglyph/contract";
import { describe, expect, test } from "vitest";
import { CELL_GRID, CELL_PARTS } from "../cells.ts";
import { toLight } from "../math/srgb.ts";
import { ATLAS, atlasFor, rampOf } from "./atlas.ts";
import { drawShape } from "./draw-shape.ts";
import { colorGlyphs, MOSAICS, SHAPES } from "./mosaics.ts";

test.each(MOSAIC_CHARSETS)("%s have a glyph of their own for every pattern", (name) => {
  const { across, down, glyphs } = MOSAICS[name];
  expect(glyphs).toHaveLength(2 ** (across * down));
  expect(new Set(glyphs).size).toBe(glyphs.length);
  for (const glyph of glyphs) expect([...glyph]).toHaveLength(1);
});

test.each(MOSAIC_CHARSETS)("the first of %s is blank, the last full, and light grows with the rectangles", (name) => {
  const { tone, full } = atlasFor(name);
  const { across, down } = MOSAICS[name];
  for (const [pattern, light] of tone.entries()) {
    const lit = pattern.toString(2).replaceAll("0", "").length;
    expect(light).toBeCloseTo((full * lit) / (across * down), 9);
  }
});

/** Rectangles in ink, top left first, row by row. */
const PATTERNS = {
  halves: { "▀": "10", "▄": "01" },
  quadrants: { "▘": "1000", "▝": "0100", "▖": "0010", "▗": "0001", "▙": "1011", "▞": "0110" },
  // sextant-1, sextant-2, sextant-3456 and the halves, which are older characters
  sextants: { "\u{1fb00}": "100000", "\u{1fb01}": "010000", "\u{1fb39}": "001111", "▌": "101010", "▐": "010101" },
  // octant-3, octant-18 and characters from other blocks
  octants: { "\u{1cd00}": "00100000", "\u{1cea8}": "10000000", "▂": "00000011", "▆": "00111111", "▀": "11110000" },
} as const;

test.each(MOSAIC_CHARSETS)("known characters of %s have their pattern", (name) => {
  for (const [glyph, parts] of Object.entries(PATTERNS[name])) {
    const pattern = Number.parseInt([...parts].reverse().join(""), 2);
    expect(MOSAICS[name].glyphs[pattern], glyph).toBe(glyph);
  }
});

test("light lies within the rectangles", () => {
  const { light, columns, rows, indexOf, full } = atlasFor("quadrants");
  const at = indexOf("▝") * columns * rows;
  for (let place = 0; place < columns * rows; place++) {
    const isLit = place % columns >= columns / 2 && place < (columns * rows) / 2;
    expect(light[at + place]).toBeCloseTo(isLit ? full : 0, 9);
  }
});

test("a full block is as bright as the measured one", () => {
  expect(atlasFor("octants").tone.at(-1)).toBeCloseTo(ATLAS.tone[ATLAS.indexOf("█")]!, 2);
});

test("ramps begin with the blank and leave room for one more entry in a byte", () => {
  for (const name of MOSAIC_CHARSETS) {
    expect(rampOf(name)[0]).toBe(0);
    expect(rampOf(name).length).toBe(Math.min(255, MOSAICS[name].glyphs.length));
  }
});

/** The pixels of a glyph in a cell in which eighths and thirds are whole pixels, 0 or 255 but for shades. */
const pixelsOf = (glyph: string): Uint8Array => drawShape(SHAPES.get(glyph)!, 8, 24);

describe.each(MOSAIC_CHARSETS)("%s in color", (name) => {
  const glyphs = colorGlyphs(name, false);

  test("have half of the patterns at their indexes, and room for all glyphs in a byte", () => {
    const half = MOSAICS[name].glyphs.length / 2;
    expect(glyphs.slice(0, half)).toEqual(MOSAICS[name].glyphs.slice(0, half));
    expect(colorGlyphs(name, true)).toEqual([...glyphs, "░", "▒", "▓"]);
    expect(glyphs.length).toBeLessThanOrEqual(254 - 3);
    expect(atlasFor(name, "dark", "any", true).glyphs).toEqual([...colorGlyphs(name, true), "█"]);
  });

  test("have each shape once, as it is or with its colors swapped", () => {
    const shapes = glyphs.map((glyph) => pixelsOf(glyph).map((alpha, _, [first]) => alpha ^ first!));
    expect(new Set(shapes.map(String)).size).toBe(glyphs.length);
  });

  test("have the eighths and each pattern of simpler mosaics, as they are or with their colors swapped", () => {
    const own = new Set(glyphs.map((glyph) => String(pixelsOf(glyph).map((alpha, _, [first]) => alpha ^ first!))));
    const simpler = { halves: [], quadrants: ["halves"], sextants: ["halves", "quadrants"] } as const;
    const others = name === "octants" ? MOSAIC_CHARSETS : simpler[name];
    for (const glyph of [..."▁▂▃▄▅▆▇▏▎▍▌▋▊▉", ...others.flatMap((other) => MOSAICS[other].glyphs)]) {
      const shape = pixelsOf(glyph).map((alpha, _, [first]) => alpha ^ first!);
      expect(own.has(String(shape)), glyph).toBe(true);
    }
  });

  test.each(["dark", "light"] as const)("have their light only where they have ink, on %s", (background) => {
    const atlas = atlasFor(name, background, "any", true);
    for (const [index, glyph] of atlas.glyphs.entries()) {
      const pixels = pixelsOf(glyph);
      const { share } = SHAPES.get(glyph)!;
      const light = background === "dark" ? toLight((share * 0xe5) / 255) : 1 - toLight(1 - share);
      for (let part = 0; part < CELL_PARTS; part++) {
        const [x, y] = [2 * (part % CELL_GRID.columns), 3 * Math.floor(part / CELL_GRID.columns)];
        const inked = [0, 1, 2].flatMap((down) => [0, 1].map((across) => pixels[8 * (y + down) + x + across]! > 0));
        const wanted = (light * inked.filter(Boolean).length) / 6;
        expect(atlas.light[index * CELL_PARTS + part], glyph).toBeCloseTo(wanted, 9);
      }
    }
  });
});

test("eighths grow from below and from the left, and shades are even", () => {
  const rowsOf = (glyph: string): number => pixelsOf(glyph).filter((alpha, i) => i % 8 === 0 && alpha > 0).length;
  const columnsOf = (glyph: string): number => pixelsOf(glyph).subarray(0, 8).filter(Boolean).length;
  expect([..."▁▂▃▄▅▆▇"].map(rowsOf)).toEqual([3, 6, 9, 12, 15, 18, 21]);
  expect([..."▏▎▍▌▋▊▉"].map(columnsOf)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect([...pixelsOf("▁").subarray(0, 8)]).toEqual(Array(8).fill(0));
  expect([..."░▒▓█ "].map((glyph) => [...new Set(pixelsOf(glyph))])).toEqual([[64], [128], [191], [255], [0]]);
});
