import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { noise } from "../../../../tests/support/rasters.ts";
import { CELL_HEIGHT, CELL_WIDTH } from "../cells.ts";
import type { Contours } from "../contours.ts";
import { ATLAS, rampOf, STROKES } from "../glyphs/atlas.ts";
import { type Kernels, PLAIN_KERNELS } from "../kernels.ts";
import { blurTaps } from "../math/gaussian.ts";
import type { Plane } from "../plane.ts";
import { FOOT } from "../search/footprints.ts";
import { type GlyphSet, glyphSet, INNER } from "../search/glyph-set.ts";
import { runSearch } from "../search/search.ts";
import { followContours, holdGlyph, newSearch, type SearchState } from "../search/state.ts";
import { STRAY } from "../search/sweep.ts";
import { loadKernels } from "./kernels.ts";

let wasm: Kernels;
beforeAll(async () => {
  wasm = await loadKernels(WebAssembly);
});

const bitsOf = ({ data }: { readonly data: Float32Array }) =>
  new Uint32Array(data.buffer, data.byteOffset, data.length);

const anyPlane = (width: number, height: number, seed: number, range = 1.06): Plane => {
  const next = noise(seed);
  return { width, height, data: Float32Array.from({ length: width * height }, () => (next() - 0.5) * range + 0.5) };
};

/** A grid of random glyphs of the atlas, a third of it blank. */
const anyGrid = (columns: number, rows: number, seed: number): Uint8Array => {
  const next = noise(seed);
  return Uint8Array.from({ length: columns * rows }, () =>
    next() < 1 / 3 ? 0 : Math.floor(next() * ATLAS.glyphs.length),
  );
};

/** Random glyphs of a charset, with or without extra strokes, some of them retired. */
const sets: fc.Arbitrary<GlyphSet> = fc
  .record({
    charset: fc.constantFrom("detailed", "detailed", "standard", "blocks", "dots", "binary", "minimal"),
    share: fc.constantFrom(0, 0.2, 0.5, 1),
    strokes: fc.boolean(),
    retired: fc.constantFrom(0, 0, 3),
    seed: fc.nat(),
  })
  .map(({ charset, share, strokes, retired, seed }) => {
    const next = noise(seed);
    const book = rampOf(charset).filter((_, i) => i === 0 || next() < share);
    const out = Array.from({ length: retired }, () => Math.floor(next() * ATLAS.glyphs.length));
    return glyphSet(book, strokes ? STROKES.filter((glyph) => !book.includes(glyph)) : null, out);
  });

/** Entries after a set's gray. */
const retiredIn = ({ count, foot }: GlyphSet): number => foot.length / FOOT - count - 1;

/** Glyphs that differ only by rounding, each along any contour or a stroke: the last bit of every sum decides. */
const twins = (count: number, seed: number): GlyphSet => {
  const next = noise(seed);
  const [blank, some] = [rampOf("detailed")[0]!, rampOf("detailed")[60]!];
  const set = glyphSet([blank, ...Array<number>(count).fill(some)]);
  return {
    ...set,
    inner: set.inner.map((light) => light * (1 + 3e-7 * (next() - 0.5))),
    tone: set.tone.map((light) => light * (1 + 3e-7 * (next() - 0.5))),
    direction: set.direction.map(() => Math.floor(next() * 5)),
    stroke: set.stroke.map(() => (next() < 0.3 ? 1 : 0)),
  };
};

/** About the last bit of an error. */
const BARELY = 5e-8;

type Task = {
  readonly set: GlyphSet;
  readonly columns: number;
  readonly rows: number;
  readonly brightest: number;
  /** Whether inks are chosen as well. */
  readonly inked: boolean;
  /** The maximum worth of a stroke along a contour; null if no contours are followed. */
  readonly worth: number | null;
  /** Whether some cells are settled in advance, and some start with a glyph. */
  readonly begun: boolean;
  /** Whether the slack is exactly the distance of one of the glyphs. */
  readonly tight: boolean;
  readonly seed: number;
};

const tasks: fc.Arbitrary<Task> = fc.record({
  set: sets,
  columns: fc.integer({ min: 1, max: 11 }),
  rows: fc.integer({ min: 1, max: 7 }),
  brightest: fc.constantFrom(0, 0.3, 1, 1.5),
  inked: fc.boolean(),
  worth: fc.constantFrom(null, 0, BARELY, 0.01, 0.1, 1),
  begun: fc.boolean(),
  tight: fc.boolean(),
  seed: fc.nat(),
});

const contoursFor = (cells: number, next: () => number): Contours => ({
  even: Uint8Array.from({ length: cells }, () => (next() < 0.1 ? 1 : 0)),
  direction: Uint8Array.from({ length: cells }, () => Math.floor(next() * 5)),
  strength: Float32Array.from({ length: cells }, () => next()),
});

/** A fresh copy of the same search for the same task. */
const searchFor = ({ set, columns, rows, brightest, inked, worth, begun, tight, seed }: Task): SearchState => {
  const next = noise(seed);
  const cells = columns * rows;
  const [width, height] = [columns * CELL_WIDTH, rows * CELL_HEIGHT];
  const data = Float32Array.from({ length: width * height }, () => set.densest * brightest * next());
  const most = inked ? Float32Array.from({ length: cells }, () => 0.07 + 0.93 * next()) : undefined;
  const state = newSearch({ width, height, data }, { columns, rows }, set, most);
  const entries = set.count + 1 + retiredIn(set);
  for (let cell = 0; begun && cell < cells; cell++) {
    const entry = Math.floor(next() * entries);
    const kind = next();
    if (entry === set.count || kind < 0.4) continue;
    if (kind < 0.7 && entry < set.count) holdGlyph(state, cell, entry);
    else {
      state.glyph[cell] = entry;
      state.gain[cell] = inked ? Math.fround(next()) : 1;
      state.dirty[cell] = kind < 0.8 ? 0 : 1;
    }
  }
  if (worth !== null) followContours(state, contoursFor(cells, next), worth);
  for (let cell = 0; tight && cell < cells; cell++) {
    const tone = set.tone[Math.floor(next() * set.count)]!;
    const off = Math.abs(Math.fround(tone - state.wanted[cell]!));
    state.slack[cell] = next() < 0.5 ? off : off * (1 - 2 ** -23);
  }
  return state;
};

const passes = fc.array(fc.boolean(), { minLength: 1, maxLength: 5 });

describe("plain and WebAssembly kernels", () => {
  test("end a search with the same glyphs", () => {
    fc.assert(
      fc.property(tasks, (task) => {
        const [one, other] = [searchFor(task), searchFor(task)];
        runSearch(one, PLAIN_KERNELS);
        runSearch(other, wasm);
        expect(other.glyph).toEqual(one.glyph);
        if (task.inked) expect(bitsOf({ data: other.gain })).toEqual(bitsOf({ data: one.gain }));
      }),
      { numRuns: 400 },
    );
  });

  const expectSameSweeps = (task: Task, all: readonly boolean[]): void => {
    const [one, other] = [searchFor(task), searchFor(task)];
    PLAIN_KERNELS.layCells(one);
    wasm.layCells(other);
    for (const upward of all) {
      expect(wasm.sweep(other, upward)).toBe(PLAIN_KERNELS.sweep(one, upward));
      expect(other.glyph).toEqual(one.glyph);
      if (task.inked) expect(bitsOf({ data: other.gain })).toEqual(bitsOf({ data: one.gain }));
    }
  };

  test("change the same cells in every sweep", () => {
    fc.assert(fc.property(tasks, passes, expectSameSweeps), { numRuns: 400 });
  });

  test("make the same choice among almost equal glyphs", () => {
    fc.assert(
      fc.property(tasks, fc.constantFrom(2, 4, 30), fc.nat(), passes, (task, count, seed, all) => {
        expectSameSweeps({ ...task, set: twins(count, seed), brightest: 1 }, all);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    [false, STRAY],
    [true, 20 * STRAY],
  ])("have the same threshold for a stroke without a contour, within the last bits (coarse: %s)", (coarse, price) => {
    const set = glyphSet([0, ATLAS.indexOf("o")], STROKES, [], ATLAS, coarse);
    /**
     * Whether a cell that lacks the light of a slash gets it, given its advantage over the next
     * best glyph.
     */
    const isDrawn = (kernels: Kernels, advantage: number): boolean => {
      const size = { columns: 1, rows: 1 };
      const state = newSearch({ width: 2, height: 4, data: new Float32Array(8) }, size, set);
      const lightOf = (entry: number, at: number): number => set.inner[entry * INNER + at]!;
      const better = (entry: number): number =>
        Array.from({ length: INNER }, (_, i) => (lightOf(3, i) - lightOf(entry, i)) ** 2).reduce(
          (sum, e) => sum + e,
          0,
        );
      state.error.set(Float32Array.from(set.foot.subarray(3 * FOOT, 4 * FOOT), (light) => -light));
      state.weight.fill(advantage / Math.min(better(0), better(1)));
      state.slack.fill(1);
      state.gain.fill(0);
      kernels.layCells(state);
      kernels.sweep(state, false);
      return state.glyph[0] === 3;
    };
    for (const kernels of [PLAIN_KERNELS, wasm]) {
      expect(isDrawn(kernels, price * (1 - 1e-5))).toBe(false);
      expect(isDrawn(kernels, price * (1 + 1e-5))).toBe(true);
    }
  });

  const sizes = [1, 2, 3, 4, 5, 7, 8, 9, 13, 31].flatMap((width) =>
    [1, 2, 3, 6, 11].map((height) => [width, height] as const),
  );

  test.each(sizes)("filter a plane of %i × %i to the same bits", (width, height) => {
    for (const range of [1.06, 0.3, 0.02]) {
      const plane = anyPlane(width, height, width * 100 + height, range);
      expect(bitsOf(wasm.bilateral(plane))).toEqual(bitsOf(PLAIN_KERNELS.bilateral(plane)));
    }
  });

  test.each(sizes)("blur a plane of %i × %i to the same bits", (width, height) => {
    for (const sigma of [0, 0.5, 1, 2.7]) {
      const plane = anyPlane(width, height, width * 100 + height);
      const taps = blurTaps(sigma);
      expect(bitsOf(wasm.blur(plane, taps))).toEqual(bitsOf(PLAIN_KERNELS.blur(plane, taps)));
    }
  });

  test.each(sizes)("add up a grid of %i × %i cells to the same bits", (columns, rows) => {
    const grid = anyGrid(columns, rows, columns * 100 + rows);
    const next = noise(columns * 10 + rows);
    for (const inks of [null, Float32Array.from(grid, () => next())]) {
      const one = PLAIN_KERNELS.stamp(grid, { columns, rows }, inks);
      expect(bitsOf({ data: wasm.stamp(grid, { columns, rows }, inks) })).toEqual(bitsOf({ data: one }));
    }
  });
});

describe("one set of WebAssembly kernels", () => {
  const LARGE: Task = {
    set: glyphSet(
      rampOf("detailed").filter((glyph) => !STROKES.includes(glyph)),
      STROKES,
    ),
    columns: 130,
    rows: 60,
    brightest: 1,
    inked: true,
    worth: 0.3,
    begun: true,
    tight: false,
    seed: 5,
  };
  const glyphsBy = (kernels: Kernels, task: Task): Uint8Array => {
    const state = searchFor(task);
    runSearch(state, kernels);
    return state.glyph;
  };

  test("handles small and large work in turn: its memory grows without leftovers", async () => {
    const fresh = await loadKernels(WebAssembly);
    const small = { ...LARGE, columns: 3, rows: 2, seed: 6 };
    for (const task of [small, LARGE, small]) {
      expect(glyphsBy(fresh, task)).toEqual(glyphsBy(PLAIN_KERNELS, task));
      const plane = anyPlane(task.columns * 5, task.rows * 9, task.seed);
      expect(bitsOf(fresh.bilateral(plane))).toEqual(bitsOf(PLAIN_KERNELS.bilateral(plane)));
      expect(bitsOf(fresh.blur(plane, blurTaps(1)))).toEqual(bitsOf(PLAIN_KERNELS.blur(plane, blurTaps(1))));
      const grid = anyGrid(task.columns, task.rows, task.seed);
      expect(bitsOf({ data: fresh.stamp(grid, task) })).toEqual(bitsOf({ data: PLAIN_KERNELS.stamp(grid, task) }));
    }
  });

  test("makes room for the largest grid as its first task", async () => {
    const fresh = await loadKernels(WebAssembly);
    const size = { columns: 400, rows: 600 };
    const grid = anyGrid(size.columns, size.rows, 3);
    expect(bitsOf({ data: fresh.stamp(grid, size) })).toEqual(bitsOf({ data: PLAIN_KERNELS.stamp(grid, size) }));
  });

  test("never changes its input", () => {
    const plane = anyPlane(9, 5, 1);
    wasm.bilateral(plane);
    wasm.blur(plane, blurTaps(1));
    expect(plane).toEqual(anyPlane(9, 5, 1));
    const grid = anyGrid(9, 5, 1);
    wasm.stamp(grid, { columns: 9, rows: 5 });
    expect(grid).toEqual(anyGrid(9, 5, 1));
  });

  test("shares nothing with another set", async () => {
    const other = await loadKernels(WebAssembly);
    const [one, two] = [searchFor({ ...LARGE, seed: 1 }), searchFor({ ...LARGE, seed: 2 })];
    wasm.layCells(one);
    other.layCells(two);
    wasm.sweep(one, false);
    other.sweep(two, false);
    const alone = searchFor({ ...LARGE, seed: 1 });
    PLAIN_KERNELS.layCells(alone);
    PLAIN_KERNELS.sweep(alone, false);
    expect(one.glyph).toEqual(alone.glyph);
    expect(two.glyph).not.toEqual(alone.glyph);
  });
});

test("refuses a search that is not the one in memory", () => {
  const size = { columns: 1, rows: 1 };
  const set = glyphSet(rampOf("minimal"));
  const [one, other] = [1, 2].map(() =>
    newSearch({ width: CELL_WIDTH, height: CELL_HEIGHT, data: new Float32Array(CELL_WIDTH * CELL_HEIGHT) }, size, set),
  ) as [SearchState, SearchState];
  wasm.layCells(one);
  wasm.layCells(other);
  expect(() => wasm.sweep(one, false)).toThrow("lay its cells first");
  wasm.sweep(other, false);
});
