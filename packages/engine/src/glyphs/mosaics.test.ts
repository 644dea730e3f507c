import { MOSAIC_CHARSETS } from "@lumiglyph/contract";
import { expect, test } from "vitest";
import { ATLAS, atlasFor, rampOf } from "./atlas.ts";
import { MOSAICS } from "./mosaics.ts";

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
  // sextant-1, sextant-2, sextant-3456 and the halves that are older
  sextants: { "\u{1fb00}": "100000", "\u{1fb01}": "010000", "\u{1fb39}": "001111", "▌": "101010", "▐": "010101" },
  // octant-3, octant-18 and characters that other blocks have
  octants: { "\u{1cd00}": "00100000", "\u{1cea8}": "10000000", "▂": "00000011", "▆": "00111111", "▀": "11110000" },
} as const;

test.each(MOSAIC_CHARSETS)("known characters of %s have their pattern", (name) => {
  for (const [glyph, parts] of Object.entries(PATTERNS[name])) {
    const pattern = Number.parseInt([...parts].reverse().join(""), 2);
    expect(MOSAICS[name].glyphs[pattern], glyph).toBe(glyph);
  }
});

test("light lies where the rectangles are", () => {
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
