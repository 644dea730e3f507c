import type { Frame } from "@lumiglyph/handoff";
import { describe, expect, test } from "vitest";
import { createPainter } from "./painter.ts";

const frameOf = (cells: readonly number[], more: Partial<Frame> = {}): Frame => ({
  columns: 2,
  rows: 2,
  codebook: " @",
  cells: Uint8Array.from(cells),
  rgb: null,
  grounds: null,
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
  const painter = createPainter({ columns: 2, rows: 2, cell: 1, pixels, tileOf });
  /** Pixels as RRGGBB, row by row. */
  const seen = () =>
    Array.from(pixels, (pixel) => [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255]).map((bytes) =>
      bytes.map((byte) => byte.toString(16).padStart(2, "0")).join(""),
    );
  return { painter, pixels, seen };
};

describe("a painter", () => {
  test("blends each glyph's ink over the background by the tile's coverage", () => {
    const { painter, seen, pixels } = createSmall();
    painter.put(frameOf([1, 0, 0, 1], { ground: 0xf5f2ea }));
    expect(seen()).toEqual(["204060", "f5f2ea", "8a99a5", "f5f2ea", "f5f2ea", "204060", "f5f2ea", "8a99a5"]);
    expect(Array.from(pixels, (pixel) => pixel >>> 24)).toEqual(new Array(8).fill(255));
  });

  test("paints glyphs in their own colors, if the frame has any", () => {
    const { painter, seen } = createSmall();
    painter.put(frameOf([1, 1, 0, 0], { rgb: Uint8Array.of(255, 0, 0, 0, 255, 0, 9, 9, 9, 9, 9, 9) }));
    expect(seen().slice(0, 4)).toEqual(["ff0000", "00ff00", "800000", "008000"]);
  });

  test("paints glyphs on their own backgrounds, if the frame has any", () => {
    const { painter, seen } = createSmall();
    const rgb = new Uint8Array(12).fill(255);
    const put = (blue: number) =>
      painter.put(frameOf([1, 0, 0, 0], { rgb, grounds: Uint8Array.of(255, 0, 0, 0, 0, blue, 0, 0, 0, 0, 0, 0) }));
    put(255);
    expect(seen().slice(0, 4)).toEqual(["ffffff", "0000ff", "ff8080", "0000ff"]);
    expect(put(254)).toEqual({ top: 0, bottom: 2 });
    expect(seen()[1]).toBe("0000fe");
  });

  test("paints only changed cells and returns their pixel rows", () => {
    const { painter, pixels } = createSmall();
    expect(painter.put(frameOf([1, 0, 0, 0]))).toEqual({ top: 0, bottom: 4 });
    pixels.fill(7);
    expect(painter.put(frameOf([1, 0, 0, 1]))).toEqual({ top: 2, bottom: 4 });
    expect([...pixels].filter((pixel) => pixel !== 7)).toHaveLength(2);
    expect(painter.put(frameOf([1, 0, 0, 1]))).toBeNull();
  });

  test("identifies a glyph by its character, not by its codebook index", () => {
    const { painter } = createSmall();
    painter.put(frameOf([1, 0, 0, 1]));
    expect(painter.put(frameOf([0, 1, 1, 0], { codebook: "@ " }))).toBeNull();
  });

  test("repaints everything when the background changes", () => {
    const { painter, seen } = createSmall();
    painter.put(frameOf([0, 0, 0, 0]));
    expect(painter.put(frameOf([0, 0, 0, 0], { ground: 0x112233 }))).toEqual({ top: 0, bottom: 4 });
    expect(new Set(seen())).toEqual(new Set(["112233"]));
  });

  test("accepts only frames of its own size", () => {
    const { painter } = createSmall();
    expect([painter.fits(frameOf([]), 1), painter.fits(frameOf([]), 2)]).toEqual([true, false]);
    expect(painter.fits({ columns: 3, rows: 2 }, 1)).toBe(false);
  });
});
