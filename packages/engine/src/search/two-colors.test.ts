import type { GridSize } from "@lumiglyph/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { noise } from "../../../../tests/support/rasters.ts";
import { workingHeight, workingWidth } from "../cells.ts";
import { ATLAS } from "../glyphs/atlas.ts";
import type { Planes3 } from "../plane.ts";
import { makePlane, type Plane } from "../plane.ts";
import { gridLight } from "./grid-light.ts";
import type { TwoColors } from "./two-color-page.ts";
import { FREE, searchTwoColors, type TwoColorTask } from "./two-colors.ts";
import { PAIR_SWEEPER } from "./two-colors-sweep.ts";

const SIZE: GridSize = { columns: 10, rows: 6 };
const CELLS = SIZE.columns * SIZE.rows;

const plane = (lightAt: (x: number, y: number) => number, { columns, rows } = SIZE): Plane => {
  const out = makePlane(workingWidth(columns), workingHeight(rows));
  for (let i = 0; i < out.data.length; i++) out.data[i] = lightAt(i % out.width, Math.floor(i / out.width));
  return out;
};

const gray = (lightAt: (x: number, y: number) => number): Planes3 => [plane(lightAt), plane(lightAt), plane(lightAt)];

const LETTERS = [..." .-/|\\:oxN#@"].map(ATLAS.indexOf);

const letters = (target: Planes3, fill: number, given: Partial<TwoColorTask> = {}): TwoColors =>
  searchTwoColors(
    {
      target,
      size: SIZE,
      atlas: ATLAS,
      glyphs: LETTERS,
      fill,
      held: new Uint8Array(CELLS).fill(FREE),
      liked: new Uint8Array(CELLS).fill(FREE),
      worth: new Float32Array(CELLS),
      palette: null,
      even: null,
      ...given,
    },
    PAIR_SWEEPER,
  );

const meanOf = (values: ArrayLike<number>): number => {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum / values.length;
};

/** Light of a gray page on the working raster, as the eye sees it. */
const lightOf = ({ cells, grounds, more }: TwoColors): Plane => {
  const glyphs = cells.map((entry) => LETTERS[entry]!);
  const first = (colors: Float32Array): Float32Array => colors.filter((_, i) => i % 3 === 0).map((v) => v / ATLAS.full);
  const light = gridLight(glyphs, SIZE, undefined, first(more), ATLAS);
  const block = new Uint8Array(CELLS).fill(ATLAS.indexOf("█"));
  const behind = gridLight(block, SIZE, undefined, first(grounds));
  return { ...light, data: light.data.map((value, i) => value + behind.data[i]!) };
};

describe("letters", () => {
  const stripes = gray((x, y) => (Math.floor((x + y) / 7) % 2 === 0 ? 0.15 : 0.6));

  test("are as bright as the picture, whatever their background carries", () => {
    for (const fill of [0.3, 0.6, 1]) {
      const light = lightOf(letters(stripes, fill));
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

test("all colors are colors, for any target", () => {
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom(0.05, 0.6, 1), (seed, fill) => {
      const next = noise(seed);
      const target: Planes3 = [plane(() => next()), plane(() => next() ** 4), plane(() => Math.round(next()))];
      const { inks, grounds, cells } = letters(target, fill);
      expect(Math.min(...inks, ...grounds)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...inks, ...grounds)).toBeLessThanOrEqual(1);
      expect(cells).toHaveLength(CELLS);
    }),
    { numRuns: 20 },
  );
});
