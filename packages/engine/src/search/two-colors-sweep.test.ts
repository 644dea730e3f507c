import type { RenderParams } from "@lumiglyph/contract";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { noise } from "../../../../tests/support/rasters.ts";
import { workingHeight, workingWidth } from "../cells.ts";
import { atlasFor, rampOf } from "../glyphs/atlas.ts";
import { type Kernels, PLAIN_KERNELS } from "../kernels.ts";
import { loadKernels } from "../wasm/kernels.ts";
import { paletteFor } from "./palettes.ts";
import { FREE, newPairSearch, type PairSearch, type TwoColorTask } from "./two-colors.ts";

let wasm: Kernels;
beforeAll(async () => {
  wasm = await loadKernels(WebAssembly);
});

type Case = {
  readonly columns: number;
  readonly rows: number;
  readonly charset: "detailed" | "minimal";
  readonly fill: number;
  /** The darkest and the brightest light of the picture; beyond 0 and 1 colors meet their limits. */
  readonly range: readonly [number, number];
  readonly colors: RenderParams["colors"];
  readonly background: RenderParams["background"];
  /** Whether some cells are judged alone. */
  readonly even: boolean;
  /** Share of cells whose glyph is given, is worth more, or stays. */
  readonly bound: number;
  readonly seed: number;
};

const cases: fc.Arbitrary<Case> = fc.record({
  columns: fc.integer({ min: 1, max: 9 }),
  rows: fc.integer({ min: 1, max: 5 }),
  charset: fc.constantFrom("detailed", "minimal"),
  fill: fc.constantFrom(0, 0.3, 0.6, 1),
  range: fc.constantFrom([0, 1], [0.2, 0.4], [-0.3, 1.4], [0.3, 0.3]),
  colors: fc.constantFrom("truecolor", "truecolor", "256", "16", "8"),
  background: fc.constantFrom("dark", "light"),
  even: fc.boolean(),
  bound: fc.constantFrom(0, 0.2, 1),
  seed: fc.nat(),
});

/** A fresh copy of the same search for the same case. */
const searchFor = (one: Case): PairSearch => {
  const { columns, rows, charset, fill, range, colors, background, even, bound, seed } = one;
  const next = noise(seed);
  const atlas = atlasFor(charset, background);
  const glyphs = rampOf(charset, background);
  const plane = () => {
    const [width, height] = [workingWidth(columns), workingHeight(rows)];
    return {
      width,
      height,
      data: Float32Array.from({ length: width * height }, () => range[0] + (range[1] - range[0]) * next()),
    };
  };
  const some = () =>
    Uint8Array.from({ length: columns * rows }, () => (next() < bound ? Math.floor(next() * glyphs.length) : FREE));
  const task: TwoColorTask = {
    ...{ target: [plane(), plane(), plane()], size: { columns, rows }, atlas, glyphs },
    ...{ fill, held: some(), liked: some() },
    palette: paletteFor(colors),
    even: even ? Uint8Array.from({ length: columns * rows }, () => (next() < 0.5 ? 1 : 0)) : null,
    worth: Float32Array.from({ length: columns * rows }, () => next() * 0.01),
  };
  const search = { ...newPairSearch(task), keep: Math.fround(next() * 1e-3) };
  for (let cell = 0; cell < search.dirty.length; cell++) if (next() < bound / 2) search.dirty[cell] = 0;
  return search;
};

const bitsOf = (values: Float32Array): Uint32Array => new Uint32Array(values.buffer, values.byteOffset, values.length);

test("plain and WebAssembly kernels choose the same glyphs and colors, bit for bit", () => {
  fc.assert(
    fc.property(cases, fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }), (given, passes) => {
      const [one, other] = [searchFor(given), searchFor(given)];
      PLAIN_KERNELS.layPairs(one);
      wasm.layPairs(other);
      for (const pass of passes) {
        expect(wasm.sweepPairs(other, pass)).toBe(PLAIN_KERNELS.sweepPairs(one, pass));
        expect(other.cells).toEqual(one.cells);
        expect(other.paints).toEqual(one.paints);
        expect(bitsOf(other.ground)).toEqual(bitsOf(one.ground));
        expect(bitsOf(other.more)).toEqual(bitsOf(one.more));
      }
    }),
    { numRuns: 300 },
  );
});

test("a search that is not the one in memory is refused", async () => {
  const given: Case = {
    columns: 2,
    rows: 2,
    charset: "minimal",
    fill: 1,
    range: [0, 1],
    colors: "truecolor",
    background: "dark",
    even: false,
    bound: 0,
    seed: 1,
  };
  const fresh = await loadKernels(WebAssembly);
  fresh.layPairs(searchFor(given));
  expect(() => fresh.sweepPairs(searchFor(given), false)).toThrow("lay its cells first");
});

test("an unchanged picture leaves a page as it is", () => {
  const search = searchFor({
    columns: 6,
    rows: 4,
    charset: "detailed",
    fill: 1,
    range: [0.3, 0.3],
    colors: "truecolor",
    background: "dark",
    even: false,
    bound: 0,
    seed: 3,
  });
  PLAIN_KERNELS.layPairs(search);
  expect(PLAIN_KERNELS.sweepPairs(search, false)).toBe(0);
});
