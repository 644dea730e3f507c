import { describe, expect, test } from "vitest";
import { noise } from "../../../../tests/support/rasters.ts";
import { CELL_HEIGHT, CELL_WIDTH } from "../cells.ts";
import { rampOf } from "../glyphs/ramps.ts";
import { MARGIN } from "./footprints.ts";
import { type GlyphSet, glyphSet, INNER_HEIGHT, INNER_OFFSET, INNER_WIDTH } from "./glyph-set.ts";
import { runSearch } from "./search.ts";
import { NO_GLYPH, newSearch, type SearchState } from "./state.ts";
import { layGray, type Pass, sweep } from "./sweep.ts";
import { SWEEPER } from "./sweeper.ts";

const SIZE = { columns: 12, rows: 7 };
const CELLS = SIZE.columns * SIZE.rows;
const [WIDTH, HEIGHT] = [SIZE.columns * CELL_WIDTH, SIZE.rows * CELL_HEIGHT];

const STANDARD = glyphSet(rampOf("standard"));
const DETAILED = glyphSet(rampOf("detailed"));

type LightAt = (x: number, y: number) => number;

/** A search for a picture whose light is given as a share of the set's densest glyph. */
const searchFor = (
  set: GlyphSet,
  lightAt: LightAt,
  more: Partial<Parameters<typeof newSearch>[3]> = {},
): SearchState => {
  const data = Float32Array.from(
    { length: WIDTH * HEIGHT },
    (_, i) => set.densest * lightAt((i % WIDTH) / WIDTH, Math.floor(i / WIDTH) / HEIGHT),
  );
  return newSearch({ width: WIDTH, height: HEIGHT, data }, SIZE, set, { leaning: null, blanks: null, ...more });
};

const grain = (seed: number): LightAt => {
  const next = noise(seed);
  return () => next();
};

const PICTURES: readonly (readonly [string, LightAt])[] = [
  ["a sheet", () => 0.37],
  ["a ramp", (x, y) => (x + y) / 2],
  ["a disc", (x, y) => ((x - 0.5) ** 2 + (y - 0.5) ** 2 < 0.1 ? 0.9 : 0.15)],
  ["noise", grain(3)],
];

const DOWN: Pass = { reach: 95, upward: false, repeat: 0 };
const UP: Pass = { ...DOWN, upward: true };

/** Mean error on the samples of a cell. */
const cellError = ({ error, stride }: SearchState, row: number, column: number): number => {
  let sum = 0;
  for (let y = 0; y < CELL_HEIGHT; y++) {
    const at = (row * CELL_HEIGHT + MARGIN + y) * stride + column * CELL_WIDTH + MARGIN;
    for (let x = at; x < at + CELL_WIDTH; x++) sum += error[x]!;
  }
  return sum / (CELL_WIDTH * CELL_HEIGHT);
};

/** Σ w e² over all samples: what is seen to be wrong. */
const seenError = ({ error, weight }: SearchState): number => error.reduce((sum, e, i) => sum + weight[i]! * e * e, 0);

/** The same over the samples that a cell's glyph is chosen by. */
const innerError = ({ error, weight, stride }: SearchState, cell: number): number => {
  const [row, column] = [Math.floor(cell / SIZE.columns), cell % SIZE.columns];
  let sum = 0;
  for (let y = 0; y < INNER_HEIGHT; y++) {
    const at = (row * CELL_HEIGHT + INNER_OFFSET + y) * stride + column * CELL_WIDTH + INNER_OFFSET;
    for (let x = at; x < at + INNER_WIDTH; x++) sum += weight[x]! * error[x]! * error[x]!;
  }
  return sum;
};

/** Sweeps over all cells until none changes any more. */
const settle = (state: SearchState): void => {
  for (let turn = 0; turn < 100; turn++) {
    state.dirty.fill(1);
    if (sweep(state, DOWN) === 0) return;
  }
  throw new Error("It never settles.");
};

describe("the gray that a search starts from", () => {
  test("gives every cell of a sheet its light, and leaves no error but the shape that glyphs have", () => {
    const state = searchFor(STANDARD, () => 0.5);
    const before = seenError(state);
    layGray(state);
    for (let row = 2; row < SIZE.rows - 2; row++) {
      for (let column = 2; column < SIZE.columns - 2; column++) {
        expect(Math.abs(cellError(state, row, column))).toBeLessThan(0.002 * 0.5 * STANDARD.densest);
      }
    }
    expect(seenError(state) / before).toBeLessThan(0.04);
  });

  test("leaves the light of cells alone that have a glyph", () => {
    const state = searchFor(STANDARD, () => 0.5, { blanks: new Uint8Array(CELLS).fill(1) });
    const before = state.error.slice();
    layGray(state);
    expect(state.error).toEqual(before);
  });
});

describe("a sweep", () => {
  test.each(PICTURES)("gives every cell of %s a glyph, and says how many it changed", (_, lightAt) => {
    const state = searchFor(DETAILED, lightAt);
    layGray(state);
    expect(sweep(state, DOWN)).toBe(CELLS);
    expect(Math.max(...state.glyph)).toBeLessThan(DETAILED.count);
    const before = state.glyph.slice();
    const changes = sweep(state, UP);
    expect(state.glyph.filter((glyph, cell) => glyph !== before[cell])).toHaveLength(changes);
  });

  test.each(PICTURES)("never raises the error on the samples that a cell of %s is chosen by", (_, lightAt) => {
    const state = searchFor(DETAILED, lightAt);
    layGray(state);
    sweep(state, DOWN);
    for (let turn = 0; turn < 3 * CELLS; turn++) {
      const cell = (turn * 37) % CELLS;
      const before = innerError(state, cell);
      state.dirty.fill(0);
      state.dirty[cell] = 1;
      sweep(state, DOWN);
      expect(innerError(state, cell)).toBeLessThanOrEqual(before * (1 + 1e-5));
    }
  });

  test.each(PICTURES)("upward after one downward lowers the error of %s", (_, lightAt) => {
    const state = searchFor(DETAILED, lightAt);
    layGray(state);
    sweep(state, DOWN);
    const first = seenError(state);
    sweep(state, UP);
    expect(seenError(state)).toBeLessThan(first);
  });

  test("keeps the error equal to the light drawn less the light wanted", () => {
    const state = searchFor(STANDARD, grain(8));
    layGray(state);
    sweep(state, DOWN);
    sweep(state, UP);
    const wanted = searchFor(STANDARD, grain(8), { blanks: new Uint8Array(CELLS).fill(1) });
    const replayed = { ...wanted, held: new Uint8Array(CELLS) };
    state.glyph.forEach((glyph, cell) => {
      replayed.dirty.fill(0)[cell] = 1;
      sweep({ ...replayed, along: new Uint8Array(CELLS).fill(glyph), prior: new Float32Array(CELLS).fill(1e9) }, DOWN);
    });
    expect(replayed.glyph).toEqual(state.glyph);
    state.error.forEach((error, i) => {
      expect(Math.abs(error - replayed.error[i]!)).toBeLessThan(1e-6);
    });
  });

  test("looks only at dirty cells, and marks the neighbors of those it changes", () => {
    const state = searchFor(STANDARD, () => 0.6);
    layGray(state);
    state.dirty.fill(0);
    state.dirty[0] = 1;
    expect(sweep(state, DOWN)).toBe(1);
    expect([...state.dirty.keys()].filter((cell) => state.dirty[cell] === 1)).toEqual([1, SIZE.columns]);
  });

  test("changes nothing where two glyphs are equally good", () => {
    const [blank, some] = [rampOf("standard")[0]!, rampOf("standard")[4]!];
    const state = searchFor(glyphSet([blank, some, some]), grain(5));
    layGray(state);
    settle(state);
    expect(new Set(state.glyph)).toEqual(new Set([0, 1]));
    state.glyph.forEach((glyph, cell) => {
      if (glyph === 1 && cell % 2 === 0) state.glyph[cell] = 2;
    });
    state.dirty.fill(1);
    expect(sweep(state, DOWN)).toBe(0);
    expect(new Set(state.glyph)).toEqual(new Set([0, 1, 2]));
  });

  test("pays to repeat the glyph above or below, where repeating costs", () => {
    const repeats = (repeat: number): number => {
      const state = searchFor(DETAILED, () => 0.5);
      layGray(state);
      sweep(state, { ...DOWN, repeat });
      return state.glyph.filter((glyph, cell) => glyph !== 0 && glyph === state.glyph[cell + SIZE.columns]).length;
    };
    expect(repeats(0)).toBeGreaterThan(0);
    expect(repeats(10)).toBe(0);
  });

  test("takes the glyph that a cell leans to, if that is worth enough", () => {
    const glyphsAt = (worth: number) => {
      const leaning = { along: new Uint8Array(CELLS).fill(7), prior: new Float32Array(CELLS).fill(worth) };
      const state = searchFor(STANDARD, () => 0.2, { leaning });
      layGray(state);
      sweep(state, DOWN);
      return state.glyph;
    };
    expect([...glyphsAt(0)].some((glyph) => glyph !== 7)).toBe(true);
    expect([...glyphsAt(1e6)].every((glyph) => glyph === 7)).toBe(true);
  });
});

describe("a search", () => {
  test("leaves held cells blank and never changes them, however bright the picture is there", () => {
    const blanks = Uint8Array.from({ length: CELLS }, (_, cell) => (cell % 3 === 0 ? 1 : 0));
    const state = searchFor(DETAILED, () => 0.9, { blanks });
    runSearch(state, SWEEPER);
    expect([...state.glyph.keys()].filter((cell) => state.glyph[cell] === 0)).toEqual(
      [...blanks.keys()].filter((cell) => blanks[cell] === 1),
    );
  });

  test("of black is blank", () => {
    const state = searchFor(DETAILED, () => 0);
    runSearch(state, SWEEPER);
    expect([...state.glyph].every((glyph) => glyph === 0)).toBe(true);
  });

  /** The passes that a search asks for when each of them changes this share of the cells. */
  const passesOf = (set: GlyphSet, changed: number): readonly (readonly [reach: number, upward: boolean])[] => {
    const passes: (readonly [number, boolean])[] = [];
    runSearch(
      searchFor(set, () => 0.5),
      {
        layGray: () => {},
        sweep: (_, { reach, upward }) => {
          passes.push([reach, upward]);
          return changed * CELLS;
        },
      },
    );
    return passes;
  };

  test("goes down and up again, and looks at fewer candidates the second time", () => {
    expect(passesOf(DETAILED, 1)).toEqual([
      [16, false],
      [12, true],
    ]);
  });

  test("looks at all glyphs of a small set", () => {
    expect(passesOf(STANDARD, 1)).toEqual([
      [10, false],
      [10, true],
    ]);
  });

  test("ends after a pass that changes next to nothing", () => {
    expect(passesOf(STANDARD, 0)).toHaveLength(1);
  });

  test("without leaning has no cell that names a glyph", () => {
    expect([...searchFor(STANDARD, () => 1).along].every((glyph) => glyph === NO_GLYPH)).toBe(true);
  });
});
