import type { Frame } from "@lumiglyph/handoff";
import { describe, expect, test } from "vitest";
import { createMosaic } from "./mosaic.ts";

const frameOf = (cells: readonly number[], more: Partial<Frame> = {}): Frame => ({
  columns: 2,
  rows: 2,
  codebook: " @",
  cells: Uint8Array.from(cells),
  rgb: null,
  ink: 0x204060,
  ground: 0x000000,
  drawnAt: 0,
  mediaTime: null,
  paramsRev: 0,
  ...more,
});

/** Cells of 1 × 2 pixels; a non-blank glyph has full ink above and half below. */
const createSmall = () => {
  const pixels = new Uint32Array(2 * 4);
  const tileOf = (character: string) => (character === " " ? Uint8Array.of(0, 0) : Uint8Array.of(255, 128));
  const mosaic = createMosaic({ columns: 2, rows: 2, cell: 1, pixels, tileOf });
  /** Pixels as RRGGBB, row by row. */
  const seen = () =>
    Array.from(pixels, (pixel) => [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255]).map((bytes) =>
      bytes.map((byte) => byte.toString(16).padStart(2, "0")).join(""),
    );
  return { mosaic, pixels, seen };
};

describe("a mosaic", () => {
  test("blends each glyph's ink over the background by the tile's coverage", () => {
    const { mosaic, seen, pixels } = createSmall();
    mosaic.put(frameOf([1, 0, 0, 1], { ground: 0xf5f2ea }));
    expect(seen()).toEqual(["204060", "f5f2ea", "8a99a5", "f5f2ea", "f5f2ea", "204060", "f5f2ea", "8a99a5"]);
    expect(Array.from(pixels, (pixel) => pixel >>> 24)).toEqual(new Array(8).fill(255));
  });

  test("paints glyphs in their own colors, if the frame has any", () => {
    const { mosaic, seen } = createSmall();
    mosaic.put(frameOf([1, 1, 0, 0], { rgb: Uint8Array.of(255, 0, 0, 0, 255, 0, 9, 9, 9, 9, 9, 9) }));
    expect(seen().slice(0, 4)).toEqual(["ff0000", "00ff00", "800000", "008000"]);
  });

  test("paints only changed cells and returns their pixel rows", () => {
    const { mosaic, pixels } = createSmall();
    expect(mosaic.put(frameOf([1, 0, 0, 0]))).toEqual({ top: 0, bottom: 4 });
    pixels.fill(7);
    expect(mosaic.put(frameOf([1, 0, 0, 1]))).toEqual({ top: 2, bottom: 4 });
    expect([...pixels].filter((pixel) => pixel !== 7)).toHaveLength(2);
    expect(mosaic.put(frameOf([1, 0, 0, 1]))).toBeNull();
  });

  test("identifies a glyph by its character, not by its codebook index", () => {
    const { mosaic } = createSmall();
    mosaic.put(frameOf([1, 0, 0, 1]));
    expect(mosaic.put(frameOf([0, 1, 1, 0], { codebook: "@ " }))).toBeNull();
  });

  test("repaints everything when the background changes", () => {
    const { mosaic, seen } = createSmall();
    mosaic.put(frameOf([0, 0, 0, 0]));
    expect(mosaic.put(frameOf([0, 0, 0, 0], { ground: 0x112233 }))).toEqual({ top: 0, bottom: 4 });
    expect(new Set(seen())).toEqual(new Set(["112233"]));
  });

  test("accepts only frames of its own size", () => {
    const { mosaic } = createSmall();
    expect([mosaic.fits(frameOf([]), 1), mosaic.fits(frameOf([]), 2)]).toEqual([true, false]);
    expect(mosaic.fits({ columns: 3, rows: 2 }, 1)).toBe(false);
  });
});
