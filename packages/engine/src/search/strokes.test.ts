import { describe, expect, test } from "vitest";
import { footprintAt, innerErrorOf, searchFor } from "../../../../tests/support/searches.ts";
import { ATLAS, DIRECTIONAL, STROKES } from "../glyphs/atlas.ts";
import { FOOT } from "./footprints.ts";
import { type GlyphSet, glyphSet, INNER } from "./glyph-set.ts";
import { NO_GLYPH, type SearchState, settle } from "./state.ts";
import { STRAY, sweep } from "./sweep.ts";

const places = (glyphs: string): number[] => [...glyphs].map(ATLAS.indexOf);
const BOOK = " .o#";
const SET = glyphSet(places(BOOK), STROKES);
const entryOf = (stroke: string): number => BOOK.length + DIRECTIONAL.indexOf(stroke as (typeof DIRECTIONAL)[number]);

const lightOf = (set: GlyphSet, entry: number): Float32Array => set.inner.subarray(entry * INNER, (entry + 1) * INNER);

type Place = { readonly columns: number; readonly rows: number; readonly cell: number };
const ALONE: Place = { columns: 1, rows: 1, cell: 0 };
const AMIDST: Place = { columns: 3, rows: 3, cell: 4 };

/** A page of blanks that stay, but for one open cell, which lacks exactly the light of a glyph. */
const lacking = (set: GlyphSet, glyph: number, { columns, rows, cell }: Place): SearchState => {
  const state = searchFor(set, () => 0, { columns, rows });
  for (let other = 0; other < columns * rows; other++) if (other !== cell) settle(state, other, 0);
  state.error.fill(0);
  state.weight.fill(1);
  state.slack.fill(1);
  footprintAt(state, cell).forEach((at, i) => {
    state.error[at] = -set.foot[glyph * FOOT + i]!;
  });
  return state;
};

/** The error that each glyph would leave on the samples by which the open cell's is chosen. */
const errorsOf = (state: SearchState, cell: number): number[] =>
  Array.from({ length: state.set.count }, (_, entry) => innerErrorOf(state, cell, lightOf(state.set, entry)));

const chosen = (state: SearchState, cell: number): number => {
  sweep(state, false);
  return state.glyph[cell]!;
};

describe("a stroke that no contour asks for", () => {
  test.each(DIRECTIONAL)(
    "is drawn where %s fits better than all others by more than STRAY, and only there",
    (stroke) => {
      const entry = entryOf(stroke);
      const errors = errorsOf(lacking(SET, entry, ALONE), 0);
      const [own, others] = [errors[entry]!, errors.slice(0, BOOK.length)];
      expect(own).toBeLessThan(1e-9);
      const advantage = Math.min(...others) - own;
      for (const [share, isDrawn] of [
        [0.98, false],
        [1.02, true],
      ] as const) {
        const state = lacking(SET, entry, ALONE);
        state.weight.fill((share * STRAY) / advantage);
        expect(chosen(state, 0) === entry).toBe(isDrawn);
      }
    },
  );

  test("costs nothing if it is of the codebook and nothing there has its tone", () => {
    const set = glyphSet(places(" /#"), []);
    expect(set.stroke[1]).toBe(0);
    const state = lacking(set, 1, ALONE);
    state.weight.fill(1e-3 * STRAY);
    expect(chosen(state, 0)).toBe(1);
  });
});

/** The least worth at which the open cell gets this stroke, though another glyph would fit exactly; `tell` prepares the page. */
const leastWorth = (stroke: string, place: Place, tell: (state: SearchState) => void): number => {
  const entry = entryOf(stroke);
  const isDrawn = (worth: number): boolean => {
    const state = lacking(SET, BOOK.indexOf("o"), place);
    state.along[place.cell] = entry;
    state.worth[place.cell] = worth;
    tell(state);
    return chosen(state, place.cell) === entry;
  };
  let [low, high] = [0, 1];
  expect([isDrawn(low), isDrawn(high)]).toEqual([false, true]);
  for (let step = 0; step < 30; step++) {
    const middle = (low + high) / 2;
    if (isDrawn(middle)) high = middle;
    else low = middle;
  }
  return high;
};

/** The cells of the page of nine before and behind the middle one along each direction, and some that are not. */
const WAYS = [
  ["-", [3, 5], [1, 7, 0, 8, 2, 6]],
  ["/", [2, 6], [0, 8, 1, 7, 3, 5]],
  ["|", [1, 7], [3, 5, 0, 8, 2, 6]],
  ["\\", [0, 8], [2, 6, 1, 7, 3, 5]],
] as const;

describe.each(WAYS)("the stroke %s along a contour", (stroke, [before, behind], aside) => {
  const entry = entryOf(stroke);
  const having = (cells: readonly number[], glyph = entry) =>
    leastWorth(stroke, AMIDST, (state) => {
      for (const cell of cells) state.glyph[cell] = glyph;
    });
  const alone = having([]);

  test("is drawn once it is worth more than what it does to the error", () => {
    const errors = errorsOf(lacking(SET, BOOK.indexOf("o"), AMIDST), AMIDST.cell);
    expect(alone).toBeGreaterThan(errors[entry]! - Math.min(...errors));
  });

  test("is worth more where it continues a line, and most where it closes a gap", () => {
    const [one, other, both] = [having([before]), having([behind]), having([before, behind])];
    expect(one).toBeCloseTo(other, 6);
    expect(one).toBeLessThan(0.9 * alone);
    expect(both).toBeLessThan(0.9 * one);
  });

  test("gains nothing from neighbors that are not in its way, nor from other strokes", () => {
    expect(having(aside)).toBeCloseTo(alone, 6);
    const another = entryOf(stroke === "-" ? "/" : "-");
    expect(having([before, behind], another)).toBeCloseTo(alone, 6);
  });

  test("may go on beyond the page: there it is worth more than before a blank, less than before itself", () => {
    const atTheBorder = leastWorth(stroke, ALONE, () => {});
    const errors = errorsOf(lacking(SET, BOOK.indexOf("o"), ALONE), 0);
    const amid = errorsOf(lacking(SET, BOOK.indexOf("o"), AMIDST), AMIDST.cell);
    expect(errors[entry]).toBeCloseTo(amid[entry]!, 9);
    expect(atTheBorder).toBeLessThan(0.9 * alone);
    expect(atTheBorder).toBeGreaterThan(1.1 * having([before, behind]));
  });
});

test("the stroke along a contour may be drawn however far its tone is from the light that is wanted", () => {
  const state = lacking(SET, 0, ALONE);
  state.slack.fill(0);
  state.along[0] = entryOf("/");
  state.worth[0] = 1;
  expect(chosen(state, 0)).toBe(entryOf("/"));
});

test("what is worth something is the stroke along the contour, not the one across it", () => {
  const state = lacking(SET, 0, ALONE);
  state.along[0] = entryOf("/");
  state.worth[0] = 0;
  expect(chosen(state, 0)).toBe(0);
  const worthy = lacking(SET, 0, ALONE);
  worthy.worth[0] = 1;
  expect(worthy.along[0]).toBe(NO_GLYPH);
  expect(chosen(worthy, 0)).toBe(0);
});
