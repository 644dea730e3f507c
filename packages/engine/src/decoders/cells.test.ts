import { describe, expect, test } from "vitest";
import { noise } from "../../../../tests/support/rasters.ts";
import { ATLAS } from "../glyphs/atlas.ts";
import { decodeCells, decodeDiffused } from "./tone.ts";

const SIZE = { columns: 9, rows: 7 };
const CELLS = SIZE.columns * SIZE.rows;
const at = (column: number, row: number): number => row * SIZE.columns + column;

const lit = (lightAt: (column: number, row: number) => number): Float32Array =>
  Float32Array.from({ length: CELLS }, (_, cell) => lightAt(cell % SIZE.columns, Math.floor(cell / SIZE.columns)));

/** Root mean square distance from a light. */
const grainOf = (cells: Float32Array, light: number): number =>
  Math.sqrt(cells.reduce((sum, value) => sum + (value - light) ** 2, 0) / cells.length);

describe("a page that the search has drawn:", () => {
  test("even light stays as it is, to the border, whatever the glyph", () => {
    for (const glyph of ["_", "'", "@", "/"]) {
      const glyphs = new Uint8Array(CELLS).fill(ATLAS.indexOf(glyph));
      for (const light of decodeCells(
        lit(() => 0.37),
        SIZE,
        glyphs,
      ))
        expect(light).toBeCloseTo(0.37, 6);
    }
    for (const light of decodeCells(
      lit(() => 0.37),
      SIZE,
    ))
      expect(light).toBeCloseTo(0.37, 6);
  });

  test("a cell that is missing in even light is seen to be half lit by its neighbors", () => {
    const cells = decodeCells(
      lit((column, row) => (column === 4 && row === 3 ? 0 : 1)),
      SIZE,
    );
    expect(cells[at(4, 3)]).toBeGreaterThan(0.35);
    expect(cells[at(4, 3)]).toBeLessThan(0.5);
    expect(cells[at(0, 0)]).toBeCloseTo(1, 6);
  });

  test("an edge stays where it is, and most of its height", () => {
    const cells = decodeCells(
      lit((column) => (column < 5 ? 0 : 1)),
      SIZE,
    );
    expect(cells[at(3, 3)]).toBeLessThan(0.1);
    expect(cells[at(4, 3)]).toBeLessThan(0.2);
    expect(cells[at(5, 3)]).toBeGreaterThan(0.8);
    expect(cells[at(6, 3)]).toBeGreaterThan(0.9);
  });

  test("cells drawn too light and too dark by turns are read as what they make together", () => {
    const cells = decodeCells(
      lit((column, row) => 0.5 + ((column + row) % 2 === 0 ? 0.06 : -0.06)),
      SIZE,
    );
    expect(grainOf(cells, 0.5)).toBeLessThan(0.01);
  });

  test("light low in its cell is seen in the cell below, light high in it in the one above", () => {
    const inks = lit((_, row) => (row === 3 ? 0.2 : 0));
    const beside = (glyph: string) => {
      const cells = decodeCells(inks, SIZE, new Uint8Array(CELLS).fill(ATLAS.indexOf(glyph)));
      return { above: cells[at(4, 2)]!, below: cells[at(4, 4)]! };
    };
    expect(beside("_").below).toBeGreaterThan(4 * beside("_").above);
    expect(beside('"').above).toBeGreaterThan(4 * beside('"').below);
  });

  test("what is given is left as it is", () => {
    const inks = lit((column) => column / 8);
    decodeCells(inks, SIZE);
    expect(inks).toEqual(lit((column) => column / 8));
  });

  test("a single cell, a single row and a single column are read too", () => {
    expect(decodeCells(Float32Array.of(0.5), { columns: 1, rows: 1 })).toEqual(Float32Array.of(0.5));
    for (const size of [
      { columns: 5, rows: 1 },
      { columns: 1, rows: 5 },
    ]) {
      for (const light of decodeCells(new Float32Array(5).fill(0.25), size)) expect(light).toBeCloseTo(0.25, 6);
    }
  });
});

describe("a page that error diffusion has drawn:", () => {
  test("its grain is settled", () => {
    const next = noise(1);
    const inks = lit(() => 0.5 + 0.05 * (next() - 0.5));
    expect(grainOf(decodeDiffused(inks, SIZE), 0.5)).toBeLessThan(grainOf(inks, 0.5) / 2.5);
  });

  test("an edge keeps nearly all of its height, more than if the neighbors were seen in it", () => {
    const edge = lit((column) => (column < 5 ? 0 : 1));
    const cells = decodeDiffused(edge, SIZE);
    expect(cells[at(4, 3)]).toBeLessThan(0.01);
    expect(cells[at(4, 3)]).toBeLessThan(decodeCells(edge, SIZE)[at(4, 3)]! / 10);
  });
});
