import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ATLAS } from "../glyphs/atlas.ts";
import { FOOT, FOOT_HEIGHT, FOOT_WIDTH, footprintsOf, MARGIN } from "./footprints.ts";
import { gridLight, paddedSize, stamp } from "./grid-light.ts";

const SIZE = { columns: 9, rows: 5 };
const MIDDLE = 2 * 9 + 4;
const [WIDTH, HEIGHT] = [18, 20];

const blank = (): Uint8Array => new Uint8Array(SIZE.columns * SIZE.rows);
const only = (cell: number, glyph: string): Uint8Array => blank().fill(ATLAS.indexOf(glyph), cell, cell + 1);
const sum = (values: Iterable<number>): number => Array.from(values).reduce((total, value) => total + value, 0);

describe("the sum of footprints", () => {
  test("covers the grid with a margin for light beyond the border", () => {
    expect(paddedSize(SIZE)).toEqual({ stride: WIDTH + 2 * MARGIN, height: HEIGHT + 2 * MARGIN });
    expect(stamp(blank(), SIZE)).toEqual(new Float32Array((WIDTH + 6) * (HEIGHT + 6)));
  });

  test("of one glyph is its footprint at its cell and nowhere else", () => {
    const glyph = ATLAS.indexOf("/");
    const { stride } = paddedSize(SIZE);
    const light = stamp(only(MIDDLE, "/"), SIZE);
    for (let i = 0; i < light.length; i++) {
      const [x, y] = [(i % stride) - 4 * 2, Math.floor(i / stride) - 2 * 4];
      const inside = x >= 0 && x < FOOT_WIDTH && y >= 0 && y < FOOT_HEIGHT;
      expect(light[i]).toBe(inside ? Math.fround(footprintsOf(ATLAS)[glyph * FOOT + y * FOOT_WIDTH + x]!) : 0);
    }
  });

  test("preserves light: a glyph's own over its eight samples, minus the blur beyond three sigma", () => {
    for (const [index, tone] of ATLAS.tone.entries()) {
      const light = sum(stamp(blank().fill(index, MIDDLE, MIDDLE + 1), SIZE)) / 8;
      expect(light).toBeLessThanOrEqual(tone * 1.0001);
      expect(light).toBeGreaterThanOrEqual(tone * 0.985);
    }
  });

  test("of two glyphs is the sum of both", () => {
    const [a, b] = [only(MIDDLE, "#"), only(MIDDLE + 1, "v")];
    const both = Uint8Array.from(a, (glyph, cell) => glyph + b[cell]!);
    const [one, other] = [stamp(a, SIZE), stamp(b, SIZE)];
    expect(stamp(both, SIZE)).toEqual(one.map((light, i) => light + other[i]!));
  });
});

describe("the light of a grid", () => {
  test("has two by four samples per cell", () => {
    const { width, height, data } = gridLight(blank(), SIZE);
    expect([width, height, data.length]).toEqual([WIDTH, HEIGHT, WIDTH * HEIGHT]);
    expect(Math.max(...data)).toBe(0);
  });

  test("of full blocks is uniform: the border is not darker", () => {
    const block = ATLAS.indexOf("█");
    for (const light of gridLight(blank().fill(block), SIZE).data) {
      expect(Math.abs(light / ATLAS.tone[block]! - 1)).toBeLessThan(0.01);
    }
  });

  test("away from the border is the sum of footprints, sample by sample", () => {
    const grid = gridLight(only(MIDDLE, "@"), SIZE);
    const padded = stamp(only(MIDDLE, "@"), SIZE);
    const { stride } = paddedSize(SIZE);
    for (let y = MARGIN + 1; y < HEIGHT - MARGIN - 1; y++) {
      for (let x = MARGIN + 1; x < WIDTH - MARGIN - 1; x++) {
        expect(grid.data[y * WIDTH + x]).toBe(padded[(y + MARGIN) * stride + x + MARGIN]);
      }
    }
  });

  test("uses the given stamp function", () => {
    const one = gridLight(only(0, "#"), SIZE, (glyphs, size) => stamp(glyphs, size).fill(1));
    expect(one.data[(HEIGHT / 2) * WIDTH + WIDTH / 2]).toBe(1);
  });

  test("never falls when a glyph replaces a blank", () => {
    const glyphs = fc.array(fc.nat({ max: ATLAS.glyphs.length - 1 }), { minLength: 45, maxLength: 45 });
    fc.assert(
      fc.property(glyphs, fc.nat({ max: 44 }), (all, cell) => {
        const grid = Uint8Array.from(all);
        const without = grid.with(cell, 0);
        const [more, less] = [gridLight(grid, SIZE).data, gridLight(without, SIZE).data];
        for (let i = 0; i < more.length; i++) expect(more[i]! - less[i]!).toBeGreaterThan(-1e-6);
      }),
      { numRuns: 20 },
    );
  });
});
