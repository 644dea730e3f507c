import { describe, expect, test } from "vitest";
import {
  cellErrorOf,
  footprintAt,
  grain,
  innerErrorOf,
  SEARCHED,
  SEARCH_SIZE as SIZE,
  searchFor,
  seenErrorOf,
} from "../../../../tests/support/searches.ts";
import { ATLAS, rampOf, STROKES } from "../glyphs/atlas.ts";
import { glyphSet, INNER } from "./glyph-set.ts";
import { stamp } from "./grid-light.ts";
import { holdGlyph, type SearchState, setWantedLight } from "./state.ts";
import { layCells, sweep } from "./sweep.ts";

const CELLS = SIZE.columns * SIZE.rows;
const [DOWN, UP] = [false, true];

const STANDARD = glyphSet(rampOf("standard"));
const DETAILED = glyphSet(rampOf("detailed"));

/** The light of all glyphs in the grid, on the search's samples: none is gray. */
const drawnLight = ({ glyph, size }: SearchState, glyphs: readonly number[]): Float32Array =>
  stamp(
    glyph.map((entry) => glyphs[entry]!),
    size,
  );

const expectAlike = (one: Float32Array, other: (i: number) => number): void => {
  one.forEach((value, i) => {
    expect(Math.abs(value - other(i))).toBeLessThan(1e-6);
  });
};

/** Sweeps over all cells until none changes. */
const sweepOut = (state: SearchState): void => {
  for (let turn = 0; turn < 100; turn++) {
    state.dirty.fill(1);
    if (sweep(state, DOWN) === 0) return;
  }
  throw new Error("It never comes to rest.");
};

describe("laying the cells", () => {
  test("gives every cell of a sheet its light, and leaves only the error of the glyphs' shapes", () => {
    const state = searchFor(STANDARD, () => 0.5);
    const before = seenErrorOf(state);
    layCells(state);
    for (let row = 2; row < SIZE.rows - 2; row++) {
      for (let column = 2; column < SIZE.columns - 2; column++) {
        const off = cellErrorOf(state, row * SIZE.columns + column);
        expect(Math.abs(off)).toBeLessThan(0.002 * 0.5 * STANDARD.densest);
      }
    }
    expect(seenErrorOf(state) / before).toBeLessThan(0.04);
  });

  test("adds the footprints of glyphs already placed", () => {
    const state = searchFor(STANDARD, grain(2));
    const bare = state.error.slice();
    for (let cell = 0; cell < CELLS; cell++) holdGlyph(state, cell, (cell * 7) % STANDARD.count);
    layCells(state);
    const light = drawnLight(state, rampOf("standard"));
    expectAlike(state.error, (i) => bare[i]! + light[i]!);
  });

  test("adds those of retired glyphs, too", () => {
    const [kept, retired] = [rampOf("minimal"), rampOf("binary").slice(1)];
    const state = searchFor(glyphSet(kept, null, retired), grain(2));
    const bare = state.error.slice();
    for (let cell = 0; cell < CELLS; cell++) holdGlyph(state, cell, kept.length + 1 + (cell % retired.length));
    layCells(state);
    const light = drawnLight(state, [...kept, 0, ...retired]);
    expect(Math.max(...light)).toBeGreaterThan(0.1);
    expectAlike(state.error, (i) => bare[i]! + light[i]!);
  });
});

describe("a sweep", () => {
  test.each(SEARCHED)("gives every cell of %s a glyph, and returns the number of changes", (_, lightAt) => {
    const state = searchFor(DETAILED, lightAt());
    layCells(state);
    expect(sweep(state, DOWN)).toBe(CELLS);
    expect(Math.max(...state.glyph)).toBeLessThan(DETAILED.count);
    expect(new Set(state.gain)).toEqual(new Set([1]));
    const before = state.glyph.slice();
    const changes = sweep(state, UP);
    expect(state.glyph.filter((glyph, cell) => glyph !== before[cell])).toHaveLength(changes);
  });

  test.each(SEARCHED)("never raises the error on the samples used to choose a cell of %s", (_, lightAt) => {
    const state = searchFor(DETAILED, lightAt());
    layCells(state);
    sweep(state, DOWN);
    for (let turn = 0; turn < 3 * CELLS; turn++) {
      const cell = (turn * 37) % CELLS;
      const before = innerErrorOf(state, cell);
      state.dirty.fill(0)[cell] = 1;
      sweep(state, DOWN);
      expect(innerErrorOf(state, cell)).toBeLessThanOrEqual(before * (1 + 1e-5));
    }
  });

  test.each(SEARCHED)("upward after one downward lowers the error of %s", (name, lightAt) => {
    // the choice looks only one sample beyond the cell: in noise, many glyphs can exploit that
    for (const set of name === "noise" ? [STANDARD] : [STANDARD, DETAILED]) {
      const state = searchFor(set, lightAt());
      layCells(state);
      sweep(state, DOWN);
      const first = seenErrorOf(state);
      const changes = sweep(state, UP);
      if (changes > 0) expect(seenErrorOf(state)).toBeLessThan(first);
      if (name !== "a sheet") expect(changes).toBeGreaterThan(0);
    }
  });

  test.each([DOWN, UP])("keeps the error equal to rendered light minus wanted light (upward: %s)", (upward) => {
    const state = searchFor(STANDARD, grain(8));
    const bare = state.error.slice();
    layCells(state);
    sweep(state, upward);
    sweep(state, !upward);
    const light = drawnLight(state, rampOf("standard"));
    expectAlike(state.error, (i) => bare[i]! + light[i]!);
  });

  test("visits only dirty cells, and marks the neighbors of those it changes", () => {
    const state = searchFor(STANDARD, () => 0.6);
    layCells(state);
    state.dirty.fill(0)[0] = 1;
    expect(sweep(state, DOWN)).toBe(1);
    const dirty = () => [...state.dirty.keys()].filter((cell) => state.dirty[cell] === 1);
    expect(dirty()).toEqual([1, SIZE.columns]);
    expect(state.next).toEqual(new Uint8Array(CELLS));
    const middle = 3 * SIZE.columns + 5;
    for (const [cell, around] of [
      [middle, [middle - SIZE.columns, middle - 1, middle + 1, middle + SIZE.columns]],
      [CELLS - 1, [CELLS - 1 - SIZE.columns, CELLS - 2]],
    ] as const) {
      state.dirty.fill(0)[cell] = 1;
      expect(sweep(state, UP)).toBe(1);
      expect(dirty()).toEqual(around);
    }
  });

  test("never changes held cells, dirty or not", () => {
    const state = searchFor(STANDARD, () => 0.9);
    for (let cell = 0; cell < CELLS; cell += 3) holdGlyph(state, cell, 1);
    state.dirty.fill(1);
    layCells(state);
    for (const upward of [DOWN, UP, DOWN]) sweep(state, upward);
    const kept = [...state.glyph].filter((_, cell) => cell % 3 === 0);
    expect(new Set(kept)).toEqual(new Set([1]));
  });

  test("changes nothing if two glyphs are equally good", () => {
    const [blank, some] = [rampOf("standard")[0]!, rampOf("standard")[4]!];
    const state = searchFor(glyphSet([blank, some, some]), grain(5));
    layCells(state);
    sweepOut(state);
    expect(new Set(state.glyph)).toEqual(new Set([0, 1]));
    state.glyph.forEach((glyph, cell) => {
      if (glyph === 1 && cell % 2 === 0) state.glyph[cell] = 2;
    });
    state.dirty.fill(1);
    expect(sweep(state, DOWN)).toBe(0);
    expect(new Set(state.glyph)).toEqual(new Set([0, 1, 2]));
  });

  test("never assigns a retired glyph, and replaces those of open cells", () => {
    const [kept, retired] = [rampOf("minimal"), rampOf("standard").slice(4)];
    const set = glyphSet(kept, null, retired);
    const state = searchFor(set, grain(4));
    state.glyph.fill(set.count + 3);
    state.gain.fill(1);
    layCells(state);
    expect(sweep(state, DOWN)).toBe(CELLS);
    expect(Math.max(...state.glyph)).toBeLessThan(kept.length);
  });
});

describe("the distance of a glyph from the wanted light", () => {
  test("is at most the slack: without slack, each cell gets its nearest glyph", () => {
    const state = searchFor(DETAILED, grain(6));
    state.slack.fill(0);
    layCells(state);
    sweep(state, DOWN);
    expect(state.glyph).toEqual(state.near);
  });

  test.each(SEARCHED)("is limited in every cell of %s, whatever errors its neighbors leave", (_, lightAt) => {
    const state = searchFor(DETAILED, lightAt());
    layCells(state);
    for (const upward of [DOWN, UP, DOWN]) sweep(state, upward);
    state.glyph.forEach((glyph, cell) => {
      const off = Math.abs(DETAILED.tone[glyph]! - state.wanted[cell]!);
      expect(glyph === state.near[cell] || off <= state.slack[cell]! + 1e-7).toBe(true);
    });
  });

  test("excludes a glyph that would fit best", () => {
    const state = searchFor(STANDARD, () => 0.95, { columns: 1, rows: 1 });
    const drawn = (light: number): number => {
      setWantedLight(state, 0, light);
      state.dirty.fill(1);
      sweep(state, DOWN);
      return state.glyph[0]!;
    };
    layCells(state);
    const best = drawn(0.95 * STANDARD.densest);
    expect(STANDARD.tone[drawn(0)]).toBeLessThanOrEqual(state.slack[0]!);
    expect(STANDARD.tone[best]).toBeGreaterThan(state.slack[0]!);
    expect(drawn(0.95 * STANDARD.densest)).toBe(best);
  });
});

test("a glyph is tried in color if its brightest ink gives at least six tenths of the wanted light", () => {
  const [thin, dense] = [ATLAS.indexOf("-"), ATLAS.indexOf("#")];
  const set = glyphSet([thin, dense]);
  const drawn = (share: number): number => {
    const state: SearchState = { ...searchFor(set, () => 0, { columns: 1, rows: 1 }), most: Float32Array.of(1) };
    // the cell lacks just the form of the thin glyph
    state.weight.fill(1000);
    state.error.forEach((_, at) => {
      state.error[at] = -1e-3;
    });
    for (const [i, at] of footprintAt(state, 0).entries()) state.error[at] = -set.foot[i]!;
    state.gain.fill(0);
    state.wanted.fill(set.tone[0]! / share);
    state.near.fill(1);
    sweep(state, DOWN);
    return state.glyph[0]!;
  };
  expect([drawn(0.58), drawn(0.62)]).toEqual([1, 0]);
});

test("an ink is between the one that fits its samples and the one that gives the cell its light", () => {
  const set = glyphSet([ATLAS.indexOf("o")]);
  const state: SearchState = { ...searchFor(set, () => 0, { columns: 1, rows: 1 }), most: Float32Array.of(1) };
  const light = set.inner.subarray(0, INNER);
  const sum = (of: (own: number) => number) => light.reduce((all, own) => all + of(own), 0);
  // the picture's light has no form: a third of the glyph's on all samples, and half of it in the mean
  const [flat, wanted] = [(sum((own) => own) / INNER) * 0.3, 0.5 * set.tone[0]!];
  state.weight.fill(1);
  state.error.fill(-flat);
  state.gain.fill(0);
  state.wanted.fill(wanted);
  sweep(state, DOWN);
  const fitting = (flat * sum((own) => own)) / sum((own) => own * own);
  // the mean light counts 0.6 times as much as a sample
  const [samples, mean] = [sum((own) => own * own), 0.6 * set.tone[0]! ** 2];
  expect(state.gain[0]).toBeCloseTo((samples * fitting + mean * 0.5) / (samples + mean), 5);
  expect(fitting).toBeLessThan(0.4);
});

test("strokes are ordinary glyphs if a set has no directions", () => {
  const places = [" ", "/", "#"].map((glyph) => ATLAS.indexOf(glyph));
  expect(STROKES).toContain(places[1]);
  const state = searchFor(glyphSet(places), () => 0.45);
  layCells(state);
  sweep(state, DOWN);
  expect([...state.glyph]).toContain(1);
});
