import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { noise } from "../../../../tests/support/rasters.ts";
import { CELL_HEIGHT, CELL_WIDTH } from "../cells.ts";
import { ATLAS } from "../glyphs/atlas.ts";
import { rampOf } from "../glyphs/ramps.ts";
import { type Kernels, PLAIN_KERNELS } from "../kernels.ts";
import { blurTaps } from "../math/blur.ts";
import type { Plane } from "../plane.ts";
import { type GlyphSet, glyphSet } from "../search/glyph-set.ts";
import { runSearch } from "../search/search.ts";
import { NO_GLYPH, newSearch, type SearchState } from "../search/state.ts";
import type { Pass } from "../search/sweep.ts";
import { loadKernels } from "./load-kernels.ts";

let wasm: Kernels;
beforeAll(async () => {
  wasm = await loadKernels(WebAssembly);
});

const bitsOf = ({ data }: { readonly data: Float32Array }) =>
  new Uint32Array(data.buffer, data.byteOffset, data.length);

const anyPlane = (width: number, height: number, seed: number): Plane => {
  const next = noise(seed);
  return { width, height, data: Float32Array.from({ length: width * height }, () => next() * 1.06 - 0.03) };
};

/** A page of any glyphs of the atlas, a third of it blank. */
const anyPage = (columns: number, rows: number, seed: number): Uint8Array => {
  const next = noise(seed);
  return Uint8Array.from({ length: columns * rows }, () =>
    next() < 1 / 3 ? 0 : Math.floor(next() * ATLAS.glyphs.length),
  );
};

/** Any glyphs of a charset, the blank among them: one at least, so many that not all are looked at, or all. */
const sets: fc.Arbitrary<GlyphSet> = fc
  .record({
    charset: fc.constantFrom("detailed", "detailed", "standard", "blocks", "dots", "binary", "minimal"),
    share: fc.constantFrom(0, 0.2, 0.5, 1),
    seed: fc.nat(),
  })
  .map(({ charset, share, seed }) => {
    const next = noise(seed);
    return glyphSet(rampOf(charset).filter((_, i) => i === 0 || next() < share));
  });

/** Glyphs that differ by no more than rounding does: here the last bit of every sum decides. */
const twins = (count: number, seed: number): GlyphSet => {
  const next = noise(seed);
  const [blank, some] = [rampOf("detailed")[0]!, rampOf("detailed")[60]!];
  const set = glyphSet([blank, ...Array<number>(count).fill(some)]);
  return { ...set, inner: set.inner.map((light) => light * (1 + 3e-7 * (next() - 0.5))) };
};

/** About what the last bit of an error is worth. */
const BARELY = 5e-8;

type Task = {
  readonly set: GlyphSet;
  readonly columns: number;
  readonly rows: number;
  readonly brightest: number;
  /** Most that a glyph along a contour is worth; 0 where no cell leans to any. */
  readonly worth: number;
  readonly holds: boolean;
  readonly seed: number;
};

const tasks: fc.Arbitrary<Task> = fc.record({
  set: sets,
  columns: fc.integer({ min: 1, max: 11 }),
  rows: fc.integer({ min: 1, max: 7 }),
  brightest: fc.constantFrom(0, 0.3, 1, 1.5),
  worth: fc.constantFrom(0, BARELY, 0.05),
  holds: fc.boolean(),
  seed: fc.nat(),
});

/** The same search for the same task, every time anew. */
const searchFor = ({ set, columns, rows, brightest, worth, holds, seed }: Task): SearchState => {
  const next = noise(seed);
  const cells = columns * rows;
  const [width, height] = [columns * CELL_WIDTH, rows * CELL_HEIGHT];
  const data = Float32Array.from({ length: width * height }, () => set.densest * brightest * next());
  const along = Uint8Array.from({ length: cells }, () => (next() < 0.5 ? NO_GLYPH : Math.floor(next() * set.count)));
  const prior = Float32Array.from({ length: cells }, () => worth * next());
  const blanks = Uint8Array.from({ length: cells }, () => (next() < 0.3 ? 1 : 0));
  return newSearch({ width, height, data }, { columns, rows }, set, {
    leaning: worth > 0 ? { along, prior } : null,
    blanks: holds ? blanks : null,
  });
};

const passes: fc.Arbitrary<Pass> = fc.record({
  reach: fc.constantFrom(1, 2, 5, 16, 95),
  upward: fc.boolean(),
  repeat: fc.constantFrom(0, BARELY, 0.0004, 0.1),
});

describe("plain and WebAssembly kernels", () => {
  test("end a search with the same glyphs", () => {
    fc.assert(
      fc.property(tasks, (task) => {
        const [one, other] = [searchFor(task), searchFor(task)];
        runSearch(one, PLAIN_KERNELS);
        runSearch(other, wasm);
        expect(other.glyph).toEqual(one.glyph);
      }),
      { numRuns: 300 },
    );
  });

  const expectSameSweeps = (task: Task, all: readonly Pass[]): void => {
    const [one, other] = [searchFor(task), searchFor(task)];
    PLAIN_KERNELS.layGray(one);
    wasm.layGray(other);
    for (const pass of all) {
      expect(wasm.sweep(other, pass)).toBe(PLAIN_KERNELS.sweep(one, pass));
      expect(other.glyph).toEqual(one.glyph);
    }
  };
  const somePasses = fc.array(passes, { minLength: 1, maxLength: 4 });

  test("change the same cells in every sweep, however it goes", () => {
    fc.assert(fc.property(tasks, somePasses, expectSameSweeps), { numRuns: 300 });
  });

  test("choose the same of glyphs that are all but equal", () => {
    fc.assert(
      fc.property(tasks, fc.constantFrom(2, 4, 30), fc.nat(), somePasses, (task, count, seed, all) => {
        expectSameSweeps({ ...task, set: twins(count, seed), brightest: 1 }, all);
      }),
      { numRuns: 200 },
    );
  });

  const sizes = [1, 2, 3, 4, 5, 7, 8, 9, 13, 31].flatMap((width) =>
    [1, 2, 3, 6].map((height) => [width, height] as const),
  );

  test.each(sizes)("filter a plane of %i × %i to the same bits", (width, height) => {
    for (const amount of [0, 0.043, 0.5, 1]) {
      const plane = anyPlane(width, height, width * 100 + height);
      expect(bitsOf(wasm.bilateral(plane, amount))).toEqual(bitsOf(PLAIN_KERNELS.bilateral(plane, amount)));
    }
  });

  test.each(sizes)("blur a plane of %i × %i to the same bits", (width, height) => {
    for (const sigma of [0, 0.5, 1, 2.7]) {
      const plane = anyPlane(width, height, width * 100 + height);
      const taps = blurTaps(sigma);
      expect(bitsOf(wasm.blur(plane, taps))).toEqual(bitsOf(PLAIN_KERNELS.blur(plane, taps)));
    }
  });

  test.each(sizes)("add up a page of %i × %i cells to the same bits", (columns, rows) => {
    const page = anyPage(columns, rows, columns * 100 + rows);
    const [one, other] = [PLAIN_KERNELS.stamp(page, { columns, rows }), wasm.stamp(page, { columns, rows })];
    expect(bitsOf({ data: other })).toEqual(bitsOf({ data: one }));
  });
});

describe("one set of WebAssembly kernels", () => {
  const LARGE: Task = {
    set: glyphSet(rampOf("detailed")),
    columns: 130,
    rows: 60,
    brightest: 1,
    worth: 0.05,
    holds: true,
    seed: 5,
  };
  const glyphsBy = (kernels: Kernels, task: Task): Uint8Array => {
    const state = searchFor(task);
    runSearch(state, kernels);
    return state.glyph;
  };

  test("serves small and large work in turn: its memory grows, and nothing of the last one is left in it", async () => {
    const fresh = await loadKernels(WebAssembly);
    const small = { ...LARGE, columns: 3, rows: 2, seed: 6 };
    for (const task of [small, LARGE, small]) {
      expect(glyphsBy(fresh, task)).toEqual(glyphsBy(PLAIN_KERNELS, task));
      const plane = anyPlane(task.columns * 5, task.rows * 9, task.seed);
      expect(bitsOf(fresh.bilateral(plane, 1))).toEqual(bitsOf(PLAIN_KERNELS.bilateral(plane, 1)));
      expect(bitsOf(fresh.blur(plane, blurTaps(1)))).toEqual(bitsOf(PLAIN_KERNELS.blur(plane, blurTaps(1))));
      const page = anyPage(task.columns, task.rows, task.seed);
      expect(bitsOf({ data: fresh.stamp(page, task) })).toEqual(bitsOf({ data: PLAIN_KERNELS.stamp(page, task) }));
    }
  });

  test("makes room for a page as large as any, though it has done nothing before", async () => {
    const fresh = await loadKernels(WebAssembly);
    const size = { columns: 400, rows: 600 };
    const page = anyPage(size.columns, size.rows, 3);
    expect(bitsOf({ data: fresh.stamp(page, size) })).toEqual(bitsOf({ data: PLAIN_KERNELS.stamp(page, size) }));
  });

  test("never changes what it is given", () => {
    const plane = anyPlane(9, 5, 1);
    wasm.bilateral(plane, 1);
    wasm.blur(plane, blurTaps(1));
    expect(plane).toEqual(anyPlane(9, 5, 1));
    const page = anyPage(9, 5, 1);
    wasm.stamp(page, { columns: 9, rows: 5 });
    expect(page).toEqual(anyPage(9, 5, 1));
  });

  test("shares nothing with another set", async () => {
    const other = await loadKernels(WebAssembly);
    const [one, two] = [searchFor({ ...LARGE, seed: 1 }), searchFor({ ...LARGE, seed: 2 })];
    const pass = { reach: 16, upward: false, repeat: 0 };
    wasm.layGray(one);
    other.layGray(two);
    wasm.sweep(one, pass);
    other.sweep(two, pass);
    const alone = searchFor({ ...LARGE, seed: 1 });
    PLAIN_KERNELS.layGray(alone);
    PLAIN_KERNELS.sweep(alone, pass);
    expect(one.glyph).toEqual(alone.glyph);
    expect(two.glyph).not.toEqual(alone.glyph);
  });
});
