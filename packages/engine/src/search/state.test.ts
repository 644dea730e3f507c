// Long because every rule of wanted light, contours and strokes has its own case on one small grid.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { noise } from "../../../../tests/support/rasters.ts";
import { footprintAt, innerErrorOf, searchFor } from "../../../../tests/support/searches.ts";
import { CELL_HEIGHT, CELL_WIDTH, cellMeans } from "../cells.ts";
import type { Contours } from "../contours.ts";
import { ATLAS, DIRECTIONAL, rampOf, STROKES } from "../glyphs/atlas.ts";
import type { Plane } from "../plane.ts";
import { FOOT, MARGIN } from "./footprints.ts";
import { type GlyphSet, glyphSet, INNER, nearest } from "./glyph-set.ts";
import {
  followContours,
  holdGlyph,
  inkFor,
  insideOf,
  NO_GLYPH,
  newSearch,
  type SearchState,
  setTarget,
  setWantedLight,
} from "./state.ts";
import { sweep } from "./sweep.ts";

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

  test("starts with every cell gray and open, with exactly the image's light", () => {
    expect(state.glyph).toEqual(new Uint8Array(CELLS).fill(SET.count));
    expect(state.gain).toEqual(cellMeans(target, SIZE));
    expect(state.dirty).toEqual(new Uint8Array(CELLS).fill(1));
    expect(state.held).toEqual(new Uint8Array(CELLS));
    expect(state.next).toEqual(new Uint8Array(CELLS));
  });

  test("targets that light in each cell, without strokes", () => {
    expect(state.wanted).toEqual(cellMeans(target, SIZE));
    expect([...state.near]).toEqual([...state.wanted].map((light) => nearest(SET, light)));
    expect(new Set(state.along)).toEqual(new Set([NO_GLYPH]));
    expect(new Set(state.worth)).toEqual(new Set([0]));
  });

  test("starts with all wanted light as its error away from the border, and none in the margin", () => {
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

  test("has the same target if it is set in rectangles", () => {
    const other = newSearch(anyTarget(SET, 2), SIZE, SET);
    const inside = insideOf(target);
    const [middle, line] = [3 * CELL_WIDTH, CELL_HEIGHT];
    for (const [left, right] of [
      [0, middle],
      [middle, target.width],
    ] as const) {
      setTarget(other, target, inside, left, 0, right, line);
      setTarget(other, target, inside, left, line, right, target.height);
    }
    expect(other.error).toEqual(state.error);
    expect(other.weight).toEqual(state.weight);
  });

  test("weighs an error by the squared slope of the perceptual curve", () => {
    const [width, height] = [SIZE.columns * CELL_WIDTH, SIZE.rows * CELL_HEIGHT];
    for (const light of [0.02, 0.05, 0.1, 0.2]) {
      const data = new Float32Array(width * height).fill(light);
      const flat = newSearch({ width, height, data }, SIZE, SET);
      // the slope of 1.055 light^(1 / 2.4) − 0.055
      const slope = (1.055 / 2.4) * light ** (1 / 2.4 - 1);
      const weight = flat.weight[(MARGIN + 5) * flat.stride + MARGIN + 5]!;
      expect(Math.abs(weight / slope ** 2 - 1)).toBeLessThan(0.03);
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

describe("wanted light", () => {
  test("selects the nearest glyph, and always keeps it within the slack", () => {
    fc.assert(
      fc.property(fc.nat({ max: CELLS - 1 }), fc.double({ min: -0.1, max: 1.3, noNaN: true }), (cell, share) => {
        const state = newState();
        const light = Math.fround(share * SET.densest);
        setWantedLight(state, cell, light);
        const near = state.near[cell]!;
        expect(state.wanted[cell]).toBe(light);
        expect(near).toBe(nearest(SET, light));
        expect(Math.abs(SET.tone[near]! - light)).toBeLessThan(state.slack[cell]!);
      }),
    );
  });

  test("keeps glyphs slightly farther than the nearest within the slack, but not those at the other end", () => {
    const set = glyphSet(rampOf("detailed"));
    const state = newState(set);
    const reached = (share: number) => {
      setWantedLight(state, 0, share * set.densest);
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

describe("an ink", () => {
  test("gives its glyph the wanted light, up to the brightest of its hue", () => {
    expect(inkFor(0.2, 0.5, 1)).toBe(0.4);
    expect(inkFor(0.6, 0.5, 0.8)).toBe(0.8);
  });

  test("is at least a 25th of the brightest, so that its glyph can be read on black", () => {
    expect(inkFor(0, 0.5, 1)).toBe(0.04);
    expect(inkFor(0.001, 0.5, 0.5)).toBe(0.02);
  });

  test("of a blank is the brightest: a blank has no light to share", () => {
    expect(inkFor(0.3, 0, 0.7)).toBe(0.7);
  });
});

test("a settled cell keeps its glyph at full light", () => {
  const state = newState();
  holdGlyph(state, 7, 2);
  expect([state.glyph[7], state.gain[7], state.dirty[7], state.held[7]]).toEqual([2, 1, 0, 1]);
  expect([state.glyph[6], state.dirty[6], state.held[6]]).toEqual([SET.count, 1, 0]);
});

describe("following contours", () => {
  test("gives an even cell the glyph nearest to its tone, and fixes it", () => {
    const state = newState();
    followContours(state, contoursWith({ 3: { even: true }, 8: { even: true } }), 1);
    expect([...state.held.keys()].filter((cell) => state.held[cell] === 1)).toEqual([3, 8]);
    for (const cell of [3, 8]) expect([state.glyph[cell], state.gain[cell]]).toEqual([state.near[cell], 1]);
    expect(state.dirty[3]! + state.dirty[8]!).toBe(0);
    expect(state.dirty.reduce((sum, dirty) => sum + dirty, 0)).toBe(CELLS - 2);
  });

  test("lets an even cell keep its glyph if it is about as near, to avoid flicker", () => {
    const set = glyphSet(
      rampOf("detailed").filter((glyph) => !STROKES.includes(glyph)),
      STROKES,
      [ATLAS.indexOf("█")],
    );
    const after = (entry: number, light: number): number => {
      const state = newState(set);
      setWantedLight(state, 0, light);
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

  test("replaces the glyph of an even cell that is off by over a 50th of the range more than the nearest", () => {
    const set = glyphSet(rampOf("standard"));
    const isKept = (entry: number, light: number): boolean => {
      const state = newState(set);
      setWantedLight(state, 0, light);
      state.glyph[0] = entry;
      followContours(state, contoursWith({ 0: { even: true } }), 1);
      return state.glyph[0] === entry;
    };
    for (const entry of [2, 5]) {
      const own = set.tone[entry]!;
      // halfway to the next glyph, and then a little nearer to it
      const halfway = (own + set.tone[entry + 1]!) / 2;
      const next = halfway + 0.04 * set.densest;
      expect(nearest(set, next)).not.toBe(entry);
      const off = (light: number) => Math.abs(own - light) - Math.abs(set.tone[nearest(set, light)]! - light);
      const lights = Array.from({ length: 200 }, (_, i) => halfway + (i / 200) * 0.04 * set.densest);
      const kept = lights.filter((light) => nearest(set, light) !== entry && isKept(entry, light));
      const most = Math.max(...kept.map(off)) / set.densest;
      expect(most).toBeGreaterThan(0.019);
      expect(most).toBeLessThanOrEqual(0.0201);
    }
  });

  test("gives every cell the stroke along its contour, with a bonus that grows with clarity", () => {
    const state = newState();
    const given = {
      1: { direction: 1, strength: 1 },
      2: { direction: 2, strength: 0.5 },
      3: { direction: 3, strength: 0.125 },
    };
    followContours(state, contoursWith({ ...given, 4: { direction: 4, strength: 0.25 } }), 3);
    const drawn = [...rampOf("minimal"), ...STROKES];
    expect([1, 2, 3, 4].map((cell) => ATLAS.glyphs[drawn[state.along[cell]!]!])).toEqual(["-", "/", "|", "\\"]);
    expect([1, 2, 3, 4].map((cell) => state.worth[cell])).toEqual([3, 1.5, 0.375, 0.75]);
    expect([state.along[0], state.worth[0]]).toEqual([NO_GLYPH, 0]);
    expect([...state.glyph]).toEqual(Array(CELLS).fill(SET.count));
  });

  test("uses strokes of the codebook and extra ones", () => {
    const set = glyphSet(rampOf("standard"), STROKES.slice(1));
    const state = newState(set);
    followContours(state, contoursWith({ 0: { direction: 1, strength: 1 }, 1: { direction: 2, strength: 1 } }), 1);
    expect(state.along[0]).toBe(rampOf("standard").indexOf(ATLAS.indexOf("-")));
    expect(state.along[1]).toBe(rampOf("standard").length);
  });

  test("uses none if the set has none, and still fills even cells", () => {
    const state = newState(glyphSet(rampOf("standard")));
    followContours(state, contoursWith({ 0: { direction: 1, strength: 1 }, 1: { even: true } }), 1);
    expect([state.along[0], state.worth[0]]).toEqual([NO_GLYPH, 0]);
    expect(state.held[1]).toBe(1);
  });

  test("forgets a cell's previous contour", () => {
    const state = newState();
    followContours(state, contoursWith({ 0: { direction: 1, strength: 1 } }), 1);
    followContours(state, contoursWith({}), 1);
    expect([state.along[0], state.worth[0]]).toEqual([NO_GLYPH, 0]);
  });

  test("leaves inactive cells unchanged", () => {
    const state = newState();
    holdGlyph(state, 0, 3);
    state.dirty[1] = 0;
    followContours(state, contoursWith({ 0: { even: true }, 1: { direction: 2, strength: 1 } }), 1);
    expect(state.glyph[0]).toBe(3);
    expect([state.along[1], state.worth[1]]).toEqual([NO_GLYPH, 0]);
  });
});

const places = (glyphs: string): number[] => [...glyphs].map(ATLAS.indexOf);
const BOOK = " .o#";
const STROKE_SET = glyphSet(places(BOOK), STROKES);
const entryOf = (stroke: string): number => BOOK.length + DIRECTIONAL.indexOf(stroke as (typeof DIRECTIONAL)[number]);

const lightOf = (set: GlyphSet, entry: number): Float32Array => set.inner.subarray(entry * INNER, (entry + 1) * INNER);

type Place = { readonly columns: number; readonly rows: number; readonly cell: number };
const ALONE: Place = { columns: 1, rows: 1, cell: 0 };
const AMIDST: Place = { columns: 3, rows: 3, cell: 4 };

/** A grid of held blanks with one open cell that lacks exactly the light of a glyph. */
const lacking = (set: GlyphSet, glyph: number, { columns, rows, cell }: Place): SearchState => {
  const state = searchFor(set, () => 0, { columns, rows });
  for (let other = 0; other < columns * rows; other++) if (other !== cell) holdGlyph(state, other, 0);
  state.error.fill(0);
  state.weight.fill(1);
  state.slack.fill(1);
  footprintAt(state, cell).forEach((at, i) => {
    state.error[at] = -set.foot[glyph * FOOT + i]!;
  });
  return state;
};

/** The error that each glyph would leave on the samples used to choose the open cell's glyph. */
const errorsOf = (state: SearchState, cell: number): number[] =>
  Array.from({ length: state.set.count }, (_, entry) => innerErrorOf(state, cell, lightOf(state.set, entry)));

/** What a stroke without a contour costs, in units of the error. */
const STRAY = 0.006;

const chosen = (state: SearchState, cell: number): number => {
  sweep(state, false);
  return state.glyph[cell]!;
};

describe("a stroke without a contour", () => {
  test.each(DIRECTIONAL)("is used only if %s fits better than all others by more than STRAY", (stroke) => {
    const entry = entryOf(stroke);
    const errors = errorsOf(lacking(STROKE_SET, entry, ALONE), 0);
    const [own, others] = [errors[entry]!, errors.slice(0, BOOK.length)];
    expect(own).toBeLessThan(1e-9);
    const advantage = Math.min(...others) - own;
    for (const [share, isDrawn] of [
      [0.98, false],
      [1.02, true],
    ] as const) {
      const state = lacking(STROKE_SET, entry, ALONE);
      state.weight.fill((share * STRAY) / advantage);
      expect(chosen(state, 0) === entry).toBe(isDrawn);
    }
  });

  test("costs nothing if it is in the codebook and no other glyph has its tone", () => {
    const set = glyphSet(places(" /#"), []);
    expect(set.stroke[1]).toBe(0);
    const state = lacking(set, 1, ALONE);
    state.weight.fill(1e-3 * STRAY);
    expect(chosen(state, 0)).toBe(1);
  });
});

/** The smallest worth at which the open cell gets this stroke, although another glyph fits exactly. */
const leastWorth = (stroke: string, place: Place, prepare: (state: SearchState) => void): number => {
  const entry = entryOf(stroke);
  const isDrawn = (worth: number): boolean => {
    const state = lacking(STROKE_SET, BOOK.indexOf("o"), place);
    state.along[place.cell] = entry;
    state.worth[place.cell] = worth;
    prepare(state);
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

/** The cells before and behind the middle of nine along each direction, and some off that line. */
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

  test("is used once its bonus exceeds the error that it adds", () => {
    const errors = errorsOf(lacking(STROKE_SET, BOOK.indexOf("o"), AMIDST), AMIDST.cell);
    expect(alone).toBeGreaterThan(errors[entry]! - Math.min(...errors));
  });

  test("has a larger bonus if it continues a line, and the largest if it closes a gap", () => {
    const [one, other, both] = [having([before]), having([behind]), having([before, behind])];
    expect(one).toBeCloseTo(other, 6);
    expect(one).toBeLessThan(0.9 * alone);
    expect(both).toBeLessThan(0.9 * one);
  });

  test("gains nothing from neighbors off its line or from other strokes", () => {
    expect(having(aside)).toBeCloseTo(alone, 6);
    const another = entryOf(stroke === "-" ? "/" : "-");
    expect(having([before, behind], another)).toBeCloseTo(alone, 6);
  });

  test("may continue beyond the grid: its bonus is between those beside a blank and beside itself", () => {
    const atTheBorder = leastWorth(stroke, ALONE, () => {});
    const errors = errorsOf(lacking(STROKE_SET, BOOK.indexOf("o"), ALONE), 0);
    const amid = errorsOf(lacking(STROKE_SET, BOOK.indexOf("o"), AMIDST), AMIDST.cell);
    expect(errors[entry]).toBeCloseTo(amid[entry]!, 9);
    expect(atTheBorder).toBeLessThan(0.9 * alone);
    expect(atTheBorder).toBeGreaterThan(1.1 * having([before, behind]));
  });
});

test("the stroke along a contour may be used however far its tone is from the wanted light", () => {
  const state = lacking(STROKE_SET, 0, ALONE);
  state.slack.fill(0);
  state.along[0] = entryOf("/");
  state.worth[0] = 1;
  expect(chosen(state, 0)).toBe(entryOf("/"));
});

test("only the stroke along the contour has a bonus, not the one across it", () => {
  const state = lacking(STROKE_SET, 0, ALONE);
  state.along[0] = entryOf("/");
  state.worth[0] = 0;
  expect(chosen(state, 0)).toBe(0);
  const worthy = lacking(STROKE_SET, 0, ALONE);
  worthy.worth[0] = 1;
  expect(worthy.along[0]).toBe(NO_GLYPH);
  expect(chosen(worthy, 0)).toBe(0);
});
