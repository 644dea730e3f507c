import type { GridSize } from "@lumiglyph/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { noise } from "../../../../tests/support/rasters.ts";
import { workingHeight, workingWidth } from "../cells.ts";
import { ATLAS, atlasFor } from "../glyphs/atlas.ts";
import { MOSAICS } from "../glyphs/mosaics.ts";
import { makePlane, type Plane } from "../plane.ts";
import { gridLight } from "./grid-light.ts";
import { FREE, type Planes3, searchTwoColors, type TwoColors, type TwoColorTask } from "./two-colors.ts";
import { PAIR_SWEEPER } from "./two-colors-sweep.ts";

const SIZE: GridSize = { columns: 10, rows: 6 };
const CELLS = SIZE.columns * SIZE.rows;

const plane = (lightAt: (x: number, y: number) => number, { columns, rows } = SIZE): Plane => {
  const out = makePlane(workingWidth(columns), workingHeight(rows));
  for (let i = 0; i < out.data.length; i++) out.data[i] = lightAt(i % out.width, Math.floor(i / out.width));
  return out;
};

const gray = (lightAt: (x: number, y: number) => number): Planes3 => [plane(lightAt), plane(lightAt), plane(lightAt)];

const mosaic = (name: keyof typeof MOSAICS, target: Planes3, given: Partial<TwoColorTask> = {}): TwoColors =>
  searchTwoColors(
    {
      target,
      size: SIZE,
      atlas: atlasFor(name),
      glyphs: Array.from({ length: MOSAICS[name].glyphs.length / 2 }, (_, pattern) => pattern),
      isMosaic: true,
      fill: 1,
      held: new Uint8Array(CELLS).fill(FREE),
      liked: new Uint8Array(CELLS).fill(FREE),
      worth: new Float32Array(CELLS),
      palette: null,
      even: null,
      ...given,
    },
    PAIR_SWEEPER,
  );

const LETTERS = [..." .-/|\\:oxN#@"].map(ATLAS.indexOf);

const letters = (target: Planes3, fill: number, given: Partial<TwoColorTask> = {}): TwoColors =>
  mosaic("halves", target, { atlas: ATLAS, glyphs: LETTERS, isMosaic: false, fill, ...given });

const meanOf = (values: ArrayLike<number>): number => {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum / values.length;
};

/** Light of a gray page on the working raster, as the eye sees it. */
const lightOf = (name: keyof typeof MOSAICS | null, { cells, grounds, more }: TwoColors): Plane => {
  const atlas = name === null ? ATLAS : atlasFor(name);
  const glyphs = cells.map((entry) => (name === null ? LETTERS[entry]! : entry));
  const first = (colors: Float32Array): Float32Array => colors.filter((_, i) => i % 3 === 0).map((v) => v / atlas.full);
  const light = gridLight(glyphs, SIZE, undefined, first(more), atlas);
  const block = new Uint8Array(CELLS).fill(ATLAS.indexOf("█"));
  const behind = gridLight(block, SIZE, undefined, first(grounds));
  return { ...light, data: light.data.map((value, i) => value + behind.data[i]!) };
};

/** Root mean square difference of the page's light from a gray target. */
const errorOf = (light: Plane, [target]: Planes3): number =>
  Math.sqrt(meanOf(light.data.map((value, i) => (value - target.data[i]!) ** 2)));

describe("a mosaic", () => {
  test.each(Object.keys(MOSAICS) as (keyof typeof MOSAICS)[])("of one color is one color: %s", (name) => {
    const target: Planes3 = [plane(() => 0.5), plane(() => 0.2), plane(() => 0.1)];
    const { cells, grounds } = mosaic(name, target);
    expect([...new Set(cells)]).toEqual([0]);
    for (let i = 0; i < grounds.length; i++) expect(grounds[i]).toBeCloseTo([0.5, 0.2, 0.1][i % 3]!, 4);
  });

  test("follows an edge inside its cells", () => {
    // the left half of a cell is dark, the right half bright
    const target = gray((x) => (x < 9 ? 0.1 : 0.8));
    const { cells, inks, grounds } = mosaic("quadrants", target);
    for (let row = 0; row < SIZE.rows; row++) {
      const cell = row * SIZE.columns + 4;
      expect(MOSAICS.quadrants.glyphs[cells[cell]!]).toBe("▌");
      expect(inks[3 * cell]).toBeLessThan(0.2);
      expect(grounds[3 * cell]).toBeGreaterThan(0.6);
    }
  });

  test("of more rectangles is closer to the picture", () => {
    const target = gray((x, y) => 0.5 + 0.4 * Math.sin(x / 2.1 + y / 3.3));
    const errors = (["halves", "quadrants", "octants"] as const).map((name) =>
      errorOf(lightOf(name, mosaic(name, target)), target),
    );
    expect(errors[1]).toBeLessThan(errors[0]!);
    expect(errors[2]).toBeLessThan(errors[1]!);
  });

  test("keeps its colors apart", () => {
    const target: Planes3 = [plane((x) => (x < 10 ? 0.9 : 0)), plane(() => 0.2), plane((x) => (x < 10 ? 0 : 0.9))];
    const { inks, grounds } = mosaic("octants", target);
    const [left, right] = [3 * (2 * SIZE.columns + 1), 3 * (2 * SIZE.columns + 8)];
    const tenths = (at: number): string => [...grounds.subarray(at, at + 3)].map((light) => light.toFixed(1)).join(" ");
    expect(tenths(left)).toBe("0.9 0.2 0.0");
    expect(tenths(right)).toBe("0.0 0.2 0.9");
    expect(Math.max(...inks, ...grounds)).toBeLessThanOrEqual(1);
  });
});

describe("letters", () => {
  const stripes = gray((x, y) => (Math.floor((x + y) / 7) % 2 === 0 ? 0.15 : 0.6));

  test("are as bright as the picture, whatever their background carries", () => {
    for (const fill of [0.3, 0.6, 1]) {
      const light = lightOf(null, letters(stripes, fill));
      expect(meanOf(light.data)).toBeCloseTo(meanOf(stripes[0].data), 1);
    }
  });

  test("stand out more the less their background carries", () => {
    const contrast = (fill: number): number => {
      const { inks, grounds } = letters(
        gray(() => 0.25),
        fill,
      );
      return meanOf(inks) - meanOf(grounds);
    };
    expect(contrast(0.3)).toBeGreaterThan(contrast(0.6));
    expect(contrast(0.6)).toBeGreaterThan(0.1);
    expect(Math.abs(contrast(1))).toBeLessThan(0.01);
  });

  test("follow a contour if that is worth something", () => {
    const liked = new Uint8Array(CELLS).fill(LETTERS.indexOf(ATLAS.indexOf("/")));
    const { cells } = letters(stripes, 0.6, { liked, worth: new Float32Array(CELLS).fill(1) });
    expect([...new Set(cells)]).toEqual([liked[0]]);
  });
});

test("a held cell keeps its glyph", () => {
  const held = new Uint8Array(CELLS).fill(FREE);
  held[7] = 0;
  expect(
    letters(
      gray((x) => x / 20),
      0.6,
      { held },
    ).cells[7],
  ).toBe(0);
});

test("an even page is even up to its border", () => {
  const { cells, grounds } = mosaic(
    "octants",
    gray(() => 0.4),
  );
  expect([...new Set(cells)]).toEqual([0]);
  for (const light of grounds) expect(light).toBeCloseTo(0.4, 4);
});

test("all colors are colors, for any target", () => {
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom(0.05, 0.6, 1), (seed, fill) => {
      const next = noise(seed);
      const target: Planes3 = [plane(() => next()), plane(() => next() ** 4), plane(() => Math.round(next()))];
      for (const { inks, grounds, cells } of [mosaic("sextants", target), letters(target, fill)]) {
        expect(Math.min(...inks, ...grounds)).toBeGreaterThanOrEqual(0);
        expect(Math.max(...inks, ...grounds)).toBeLessThanOrEqual(1);
        expect(cells).toHaveLength(CELLS);
      }
    }),
    { numRuns: 20 },
  );
});
