import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { noise } from "../../../../tests/support/rasters.ts";
import { CELL_HEIGHT, CELL_WIDTH, cellMeans } from "../cells.ts";
import type { Contours } from "../frame.ts";
import { ATLAS, rampOf, STROKES } from "../glyphs/atlas.ts";
import type { Plane } from "../plane.ts";
import { MARGIN } from "./footprints.ts";
import { type GlyphSet, glyphSet, nearest } from "./glyph-set.ts";
import { followContours, NO_GLYPH, newSearch, type SearchState, settle, wish } from "./state.ts";

const SIZE = { columns: 5, rows: 3 };
const CELLS = 15;
const SET = glyphSet(rampOf("minimal"), STROKES);

const anyTarget = (set: GlyphSet, seed: number): Plane => {
  const next = noise(seed);
  const [width, height] = [SIZE.columns * CELL_WIDTH, SIZE.rows * CELL_HEIGHT];
  return { width, height, data: Float32Array.from({ length: width * height }, () => set.densest * next()) };
};

const newState = (set: GlyphSet = SET, seed = 1): SearchState => newSearch(anyTarget(set, seed), SIZE, set);

const contoursWith = (
  given: Readonly<Record<number, { even?: boolean; direction?: number; strength?: number }>>,
): Contours => {
  const contours = {
    even: new Uint8Array(CELLS),
    direction: new Uint8Array(CELLS),
    strength: new Float32Array(CELLS),
  };
  for (const [cell, { even = false, direction = 0, strength = 0 }] of Object.entries(given)) {
    contours.even[Number(cell)] = even ? 1 : 0;
    contours.direction[Number(cell)] = direction;
    contours.strength[Number(cell)] = strength;
  }
  return contours;
};

describe("a new search", () => {
  const target = anyTarget(SET, 1);
  const state = newSearch(target, SIZE, SET);

  test("has every cell gray, of exactly the light that the picture has there, and open", () => {
    expect(state.glyph).toEqual(new Uint8Array(CELLS).fill(SET.count));
    expect(state.gain).toEqual(cellMeans(target, SIZE));
    expect(state.dirty).toEqual(new Uint8Array(CELLS).fill(1));
    expect(state.held).toEqual(new Uint8Array(CELLS));
    expect(state.next).toEqual(new Uint8Array(CELLS));
  });

  test("wants that light of each cell, and no stroke", () => {
    expect(state.wanted).toEqual(cellMeans(target, SIZE));
    expect([...state.near]).toEqual([...state.wanted].map((light) => nearest(SET, light)));
    expect(new Set(state.along)).toEqual(new Set([NO_GLYPH]));
    expect(new Set(state.worth)).toEqual(new Set([0]));
  });

  test("has all wanted light for its error, away from the border, and none in the margin", () => {
    for (let y = -MARGIN; y < target.height + MARGIN; y++) {
      for (let x = -MARGIN; x < target.width + MARGIN; x++) {
        const at = (y + MARGIN) * state.stride + x + MARGIN;
        const isInside = x >= 0 && x < target.width && y >= 0 && y < target.height;
        const isFar = x > MARGIN && x < target.width - MARGIN - 1 && y > MARGIN && y < target.height - MARGIN - 1;
        if (!isInside) expect([state.error[at], state.weight[at]]).toEqual([0, 0]);
        else if (isFar) expect(state.error[at]).toBe(-target.data[y * target.width + x]!);
        else expect(-state.error[at]!).toBeLessThanOrEqual(target.data[y * target.width + x]!);
      }
    }
  });

  test("weighs an error in the dark more than one in the light", () => {
    const weightAt = (light: number) => {
      const [width, height] = [SIZE.columns * CELL_WIDTH, SIZE.rows * CELL_HEIGHT];
      const flat = newSearch({ width, height, data: new Float32Array(width * height).fill(light) }, SIZE, SET);
      return flat.weight[(MARGIN + 5) * flat.stride + MARGIN + 5]!;
    };
    const weights = [0.001, 0.01, 0.03, 0.1, 0.2].map(weightAt);
    for (let i = 1; i < weights.length; i++) expect(weights[i]).toBeLessThan(weights[i - 1]!);
  });
});

describe("a wish", () => {
  test("names the nearest glyph, and always leaves it within reach", () => {
    fc.assert(
      fc.property(fc.nat({ max: CELLS - 1 }), fc.double({ min: -0.1, max: 1.3, noNaN: true }), (cell, share) => {
        const state = newState();
        const light = Math.fround(share * SET.densest);
        wish(state, cell, light);
        const near = state.near[cell]!;
        expect(state.wanted[cell]).toBe(light);
        expect(near).toBe(nearest(SET, light));
        expect(Math.abs(SET.tone[near]! - light)).toBeLessThan(state.slack[cell]!);
      }),
    );
  });

  test("leaves glyphs within reach that are a little farther than the nearest, but not those at the other end", () => {
    const set = glyphSet(rampOf("detailed"));
    const state = newState(set);
    const reached = (share: number) => {
      wish(state, 0, share * set.densest);
      return [...set.tone].filter((tone) => Math.abs(tone - state.wanted[0]!) <= state.slack[0]!);
    };
    for (const share of [0, 0.3, 0.6, 1]) {
      expect(reached(share).length).toBeGreaterThan(3);
      expect(reached(share).length).toBeLessThan(set.count);
    }
    expect(reached(0)).not.toContain(set.densest);
    expect(reached(1)).not.toContain(0);
  });
});

test("a settled cell has its glyph for good, at full light", () => {
  const state = newState();
  settle(state, 7, 2);
  expect([state.glyph[7], state.gain[7], state.dirty[7], state.held[7]]).toEqual([2, 1, 0, 1]);
  expect([state.glyph[6], state.dirty[6], state.held[6]]).toEqual([SET.count, 1, 0]);
});

describe("following contours", () => {
  test("gives an even cell the glyph nearest to its tone, and holds it", () => {
    const state = newState();
    followContours(state, contoursWith({ 3: { even: true }, 8: { even: true } }), 1);
    expect([...state.held.keys()].filter((cell) => state.held[cell] === 1)).toEqual([3, 8]);
    for (const cell of [3, 8]) expect([state.glyph[cell], state.gain[cell]]).toEqual([state.near[cell], 1]);
    expect(state.dirty[3]! + state.dirty[8]!).toBe(0);
    expect(state.dirty.reduce((sum, dirty) => sum + dirty, 0)).toBe(CELLS - 2);
  });

  test("lets an even cell keep the glyph that it has, if that is about as near to its tone: it must not flicker", () => {
    const set = glyphSet(
      rampOf("detailed").filter((glyph) => !STROKES.includes(glyph)),
      STROKES,
      [ATLAS.indexOf("█")],
    );
    const after = (entry: number, light: number): number => {
      const state = newState(set);
      wish(state, 0, light);
      state.glyph[0] = entry;
      followContours(state, contoursWith({ 0: { even: true } }), 1);
      expect([state.held[0], state.gain[0]]).toEqual([1, 1]);
      return state.glyph[0]!;
    };
    const book = set.count - STROKES.length;
    let kept = 0;
    for (let entry = 0; entry < book; entry++) {
      const light = set.tone[entry]!;
      expect(after(entry, light)).toBe(entry);
      if (nearest(set, light) !== entry) kept++;
    }
    expect(kept).toBeGreaterThan(10);
    const light = set.tone[book >> 1]!;
    for (const other of [0, book - 1, set.count, set.count + 1]) expect(after(other, light)).toBe(nearest(set, light));
    for (let stroke = book; stroke < set.count; stroke++) {
      expect(after(stroke, set.tone[stroke]!)).toBe(nearest(set, set.tone[stroke]!));
    }
  });

  test("gives every cell the stroke that runs its contour's way, worth the more the clearer it is", () => {
    const state = newState();
    const given = { 1: { direction: 1, strength: 1 }, 2: { direction: 2, strength: 0.5 }, 3: { direction: 3 } };
    followContours(state, contoursWith({ ...given, 4: { direction: 4, strength: 0.25 } }), 3);
    const drawn = [...rampOf("minimal"), ...STROKES];
    expect([1, 2, 3, 4].map((cell) => ATLAS.glyphs[drawn[state.along[cell]!]!])).toEqual(["-", "/", "|", "\\"]);
    expect([1, 2, 3, 4].map((cell) => state.worth[cell])).toEqual([3, 1.5, 0, 0.75]);
    expect([state.along[0], state.worth[0]]).toEqual([NO_GLYPH, 0]);
    expect([...state.glyph]).toEqual(Array(CELLS).fill(SET.count));
  });

  test("names strokes of the codebook as well as those on top of it", () => {
    const set = glyphSet(rampOf("standard"), STROKES.slice(1));
    const state = newState(set);
    followContours(state, contoursWith({ 0: { direction: 1, strength: 1 }, 1: { direction: 2, strength: 1 } }), 1);
    expect(state.along[0]).toBe(rampOf("standard").indexOf(ATLAS.indexOf("-")));
    expect(state.along[1]).toBe(rampOf("standard").length);
  });

  test("names none where the set has none, and still fills even cells", () => {
    const state = newState(glyphSet(rampOf("standard")));
    followContours(state, contoursWith({ 0: { direction: 1, strength: 1 }, 1: { even: true } }), 1);
    expect([state.along[0], state.worth[0]]).toEqual([NO_GLYPH, 0]);
    expect(state.held[1]).toBe(1);
  });

  test("forgets the contour that a cell had before", () => {
    const state = newState();
    followContours(state, contoursWith({ 0: { direction: 1, strength: 1 } }), 1);
    followContours(state, contoursWith({}), 1);
    expect([state.along[0], state.worth[0]]).toEqual([NO_GLYPH, 0]);
  });

  test("leaves cells alone that are not to be drawn", () => {
    const state = newState();
    settle(state, 0, 3);
    state.dirty[1] = 0;
    followContours(state, contoursWith({ 0: { even: true }, 1: { direction: 2, strength: 1 } }), 1);
    expect(state.glyph[0]).toBe(3);
    expect([state.along[1], state.worth[1]]).toEqual([NO_GLYPH, 0]);
  });
});
