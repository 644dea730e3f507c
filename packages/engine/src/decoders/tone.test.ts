import { describe, expect, test } from "vitest";
import { noise, planeOf } from "../../../../tests/support/rasters.ts";
import { ATLAS, rampOf } from "../glyphs/atlas.ts";
import { toLight } from "../math/srgb.ts";
import { lightOfTone } from "../search/target.ts";
import { densestOf } from "../stages/codebook.ts";
import { readArt } from "./art.ts";
import { surroundingsOf } from "./decoded-art.ts";
import {
  ANY_SHAPE,
  AROUND,
  cellLight,
  decodeCells,
  decodeDiffused,
  pictureLight,
  spreadsOf,
  toneOf,
  wienerFilter,
} from "./tone.ts";

const densest = ATLAS.tone[rampOf("detailed").at(-1)!]!;

test.each(["dark", "light"] as const)(
  "a tone is recovered from its rendered light on a %s background",
  (background) => {
    const page = { densest: densestOf("detailed", background), background };
    for (const tone of [0, 0.02, 0.1, 0.25, 0.5, 0.75, 0.9, 1]) {
      const [light] = lightOfTone(planeOf([[tone]]), page).data;
      expect(toneOf(light! / page.densest, page)).toBeCloseTo(tone, 3);
    }
  },
);

test("light above the densest glyph is white, negative light is black", () => {
  expect(toneOf(1.2, { densest })).toBe(1);
  expect(toneOf(-0.1, { densest })).toBe(0);
});

test("an image's light follows its tones, or their inverse if the art is inverted", () => {
  const grid = readArt("Mm.", { charset: "detailed" });
  const [light] = lightOfTone(planeOf([[0.25]]), { densest }).data;
  const seen = (inverted: boolean) => pictureLight(planeOf([[light! / densest]]), { ...grid, inverted }).data[0];
  expect(seen(false)).toBeCloseTo(toLight(0.25), 2);
  expect(seen(true)).toBeCloseTo(toLight(0.75), 2);
});

describe("a cell's light", () => {
  test("in a uniform grid is its glyph's, relative to the charset's densest", () => {
    const even = Array(5).fill("=======").join("\n");
    const ink = ATLAS.tone[ATLAS.indexOf("=")]!;
    const middle = (charset: "standard" | "detailed") => cellLight(readArt(even, { charset })).data[17]!;
    expect(middle("detailed")).toBeCloseTo(ink / densest, 5);
    expect(middle("standard")).toBeCloseTo(ink / ATLAS.tone[rampOf("standard").at(-1)!]!, 5);
  });

  test("in diffused art comes from its own glyph, otherwise also from its neighbors", () => {
    const lone = ["     ", "     ", "  @  ", "     ", "     "].join("\n");
    const middle = (diffused: boolean) => cellLight(readArt(lone, { charset: "detailed", diffused })).data[12]!;
    expect(middle(true)).toBeGreaterThan(0.8);
    expect(middle(false)).toBeLessThan(0.7);
  });
});

const spreadOf = (glyph: string): number[] => {
  const from = ATLAS.indexOf(glyph) * AROUND;
  return [...spreadsOf(ATLAS).subarray(from, from + AROUND)];
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

test("a glyph's spread sums to 1, with most of it in its own cell", () => {
  for (const glyph of ATLAS.glyphs.filter((glyph) => glyph !== " ")) {
    const spread = spreadOf(glyph);
    expect(sum(spread), glyph).toBeCloseTo(1, 6);
    expect(spread.indexOf(Math.max(...spread)), glyph).toBe(4);
    expect(Math.min(...spread), glyph).toBeGreaterThanOrEqual(0);
  }
  expect(sum(spreadOf(" "))).toBe(0);
});

test("the spread of an unknown shape lies between the others, and a full block's is symmetric", () => {
  const any = [...spreadsOf(ATLAS).subarray(ANY_SHAPE * AROUND)];
  expect(sum(any)).toBeCloseTo(1, 6);
  expect(any[4]).toBeGreaterThan(0.5);
  const block = spreadOf("█");
  for (const [one, other] of [
    [0, 8],
    [1, 7],
    [3, 5],
  ] as const) {
    expect(block[one]).toBeCloseTo(block[other]!, 3);
  }
});

test("the blur reaches farther across cells than down", () => {
  const block = spreadOf("█");
  expect(block[3]).toBeGreaterThan(1.5 * block[1]!);
});

const SIZE = { columns: 3, rows: 3 };

test("surroundings weigh a cell four times, its side neighbors twice and its corners once", () => {
  const { mean, variance } = surroundingsOf(Float32Array.of(16, 0, 0, 0, 0, 0, 0, 0, 0), SIZE);
  // the middle sees the lit corner once; the corner itself repeats beyond the border and counts 9 of 16
  expect(mean[4]).toBe(1);
  expect(mean[0]).toBe(9);
  expect(mean[8]).toBe(0);
  expect(variance[4]).toBe(15);
  expect(variance[8]).toBe(0);
});

test("removes a speck as faint as the glyphs' grain, but keeps a bright one", () => {
  const speck = (light: number) => wienerFilter(Float32Array.of(0, 0, 0, 0, light, 0, 0, 0, 0), SIZE)[4]!;
  expect(speck(0.03)).toBeLessThan(0.5 * 0.03);
  expect(speck(0.6)).toBeGreaterThan(0.97 * 0.6);
});

test("keeps a full-range edge and the light on both sides", () => {
  const edge = Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1);
  const settled = wienerFilter(edge, SIZE);
  for (let cell = 0; cell < 9; cell++) expect(settled[cell]).toBeCloseTo(edge[cell]!, 2);
});

const GRID = { columns: 9, rows: 7 };
const CELLS = GRID.columns * GRID.rows;
const at = (column: number, row: number): number => row * GRID.columns + column;

const lit = (lightAt: (column: number, row: number) => number): Float32Array =>
  Float32Array.from({ length: CELLS }, (_, cell) => lightAt(cell % GRID.columns, Math.floor(cell / GRID.columns)));

/** Root mean square distance from a light. */
const grainOf = (cells: Float32Array, light: number): number =>
  Math.sqrt(cells.reduce((sum, value) => sum + (value - light) ** 2, 0) / cells.length);

describe("art from the search:", () => {
  test("keeps uniform light up to the border, for any glyph", () => {
    for (const glyph of ["_", "'", "@", "/"]) {
      const glyphs = new Uint8Array(CELLS).fill(ATLAS.indexOf(glyph));
      for (const light of decodeCells(
        lit(() => 0.37),
        GRID,
        glyphs,
      ))
        expect(light).toBeCloseTo(0.37, 6);
    }
    for (const light of decodeCells(
      lit(() => 0.37),
      GRID,
    ))
      expect(light).toBeCloseTo(0.37, 6);
  });

  test("a missing cell in uniform light is half lit by its neighbors", () => {
    const cells = decodeCells(
      lit((column, row) => (column === 4 && row === 3 ? 0 : 1)),
      GRID,
    );
    expect(cells[at(4, 3)]).toBeGreaterThan(0.35);
    expect(cells[at(4, 3)]).toBeLessThan(0.5);
    expect(cells[at(0, 0)]).toBeCloseTo(1, 6);
  });

  test("an edge keeps its position and most of its height", () => {
    const cells = decodeCells(
      lit((column) => (column < 5 ? 0 : 1)),
      GRID,
    );
    expect(cells[at(3, 3)]).toBeLessThan(0.1);
    expect(cells[at(4, 3)]).toBeLessThan(0.2);
    expect(cells[at(5, 3)]).toBeGreaterThan(0.8);
    expect(cells[at(6, 3)]).toBeGreaterThan(0.9);
  });

  test("alternating errors of neighboring cells cancel out", () => {
    const cells = decodeCells(
      lit((column, row) => 0.5 + ((column + row) % 2 === 0 ? 0.06 : -0.06)),
      GRID,
    );
    expect(grainOf(cells, 0.5)).toBeLessThan(0.01);
  });

  test("light low in its cell reaches the cell below, light high in it the one above", () => {
    const inks = lit((_, row) => (row === 3 ? 0.2 : 0));
    const beside = (glyph: string) => {
      const cells = decodeCells(inks, GRID, new Uint8Array(CELLS).fill(ATLAS.indexOf(glyph)));
      return { above: cells[at(4, 2)]!, below: cells[at(4, 4)]! };
    };
    expect(beside("_").below).toBeGreaterThan(4 * beside("_").above);
    expect(beside('"').above).toBeGreaterThan(4 * beside('"').below);
  });

  test("does not change its input", () => {
    const inks = lit((column) => column / 8);
    decodeCells(inks, GRID);
    expect(inks).toEqual(lit((column) => column / 8));
  });

  test("reads a single cell, row or column, too", () => {
    expect(decodeCells(Float32Array.of(0.5), { columns: 1, rows: 1 })).toEqual(Float32Array.of(0.5));
    for (const size of [
      { columns: 5, rows: 1 },
      { columns: 1, rows: 5 },
    ]) {
      for (const light of decodeCells(new Float32Array(5).fill(0.25), size)) expect(light).toBeCloseTo(0.25, 6);
    }
  });
});

describe("art from error diffusion:", () => {
  test("smooths the grain", () => {
    const next = noise(1);
    const inks = lit(() => 0.5 + 0.05 * (next() - 0.5));
    expect(grainOf(decodeDiffused(inks, GRID), 0.5)).toBeLessThan(grainOf(inks, 0.5) / 2.5);
  });

  test("an edge keeps nearly all of its height, more than if neighbors were blended", () => {
    const edge = lit((column) => (column < 5 ? 0 : 1));
    const cells = decodeDiffused(edge, GRID);
    expect(cells[at(4, 3)]).toBeLessThan(0.01);
    expect(cells[at(4, 3)]).toBeLessThan(decodeCells(edge, GRID)[at(4, 3)]! / 10);
  });
});
