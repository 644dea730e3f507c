import { describe, expect, test } from "vitest";
import { grain, SEARCHED, SEARCH_SIZE as SIZE, searchFor, seenErrorOf } from "../../../../tests/support/searches.ts";
import { rampOf } from "../glyphs/atlas.ts";
import { glyphSet } from "./glyph-set.ts";
import { runSearch } from "./search.ts";
import { holdGlyph } from "./state.ts";
import { SWEEPER } from "./sweep.ts";

const CELLS = SIZE.columns * SIZE.rows;
const STANDARD = glyphSet(rampOf("standard"));
const DETAILED = glyphSet(rampOf("detailed"));
/** The calls that a search makes when each pass changes this share of the cells, in order. */
const asked = (changed: number): readonly string[] => {
  const steps: string[] = [];
  runSearch(
    searchFor(STANDARD, () => 0.5),
    {
      layCells: () => {
        steps.push("lay");
      },
      sweep: (_, upward) => {
        steps.push(upward ? "up" : "down");
        return changed * CELLS;
      },
    },
  );
  return steps;
};

describe("a search", () => {
  test("lays the cells, sweeps down, then up", () => {
    expect(asked(1)).toEqual(["lay", "down", "up"]);
  });

  test("ends after a pass that changes fewer than 3 of 1000 cells", () => {
    expect(asked(0)).toEqual(["lay", "down"]);
    expect(asked(0.0029)).toEqual(["lay", "down"]);
    expect(asked(0.0031)).toEqual(["lay", "down", "up"]);
  });

  test("never changes settled cells, however bright the image is there, and fills all others", () => {
    const isSettled = (cell: number) => cell % 3 === 0;
    const state = searchFor(DETAILED, () => 0.9);
    for (let cell = 0; cell < CELLS; cell++) if (isSettled(cell)) holdGlyph(state, cell, 0);
    runSearch(state, SWEEPER);
    state.glyph.forEach((glyph, cell) => {
      expect(glyph === 0).toBe(isSettled(cell));
      expect(glyph).toBeLessThan(DETAILED.count);
    });
  });

  test("of black is blank", () => {
    const state = searchFor(DETAILED, () => 0);
    runSearch(state, SWEEPER);
    expect(new Set(state.glyph)).toEqual(new Set([0]));
  });

  test("of a completely settled grid changes nothing", () => {
    const state = searchFor(DETAILED, grain(1));
    for (let cell = 0; cell < CELLS; cell++) holdGlyph(state, cell, cell % DETAILED.count);
    const before = state.glyph.slice();
    runSearch(state, SWEEPER);
    expect(state.glyph).toEqual(before);
  });

  test.each(SEARCHED.filter(([name]) => name !== "noise"))(
    "renders %s better than the nearest glyph of each cell",
    (_, lightAt) => {
      for (const set of [STANDARD, DETAILED]) {
        const searched = searchFor(set, lightAt());
        runSearch(searched, SWEEPER);
        const nearest = searchFor(set, lightAt());
        for (let cell = 0; cell < CELLS; cell++) holdGlyph(nearest, cell, nearest.near[cell]!);
        runSearch(nearest, SWEEPER);
        expect(seenErrorOf(searched)).toBeLessThan(seenErrorOf(nearest));
      }
    },
  );
});
