import { MOSAIC_CHARSETS, type MosaicCharset } from "@lumiglyph/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { noise } from "../../../../tests/support/rasters.ts";
import { partsHeight, partsWidth } from "../cells.ts";
import { ATLAS, atlasFor } from "../glyphs/atlas.ts";
import { MOSAICS } from "../glyphs/mosaics.ts";
import { byteOfLight, toLight } from "../math/srgb.ts";
import type { Planes3 } from "../plane.ts";
import { makePlane, type Plane } from "../plane.ts";
import { type CellTask, FREE, visibleShare } from "./cell-task.ts";
import { fitCells } from "./fit-cell.ts";
import type { LetterLook } from "./letters.ts";
import { type Masks, masksOf } from "./masks.ts";
import { NEAR, paletteFor } from "./palettes.ts";
import { emptyPage, type TwoColors } from "./two-color-page.ts";
import { matchCells } from "./two-colors.ts";

const SIZE = { columns: 6, rows: 3 };
const CELLS = SIZE.columns * SIZE.rows;

const plane = (valueAt: (x: number, y: number) => number): Plane => {
  const out = makePlane(partsWidth(SIZE.columns), partsHeight(SIZE.rows));
  for (let i = 0; i < out.data.length; i++) out.data[i] = valueAt(i % out.width, Math.floor(i / out.width));
  return out;
};

const gray = (valueAt: (x: number, y: number) => number): Planes3 => [plane(valueAt), plane(valueAt), plane(valueAt)];

/** Half of the patterns: a split and its inverse are the same. */
const MASKS = Object.fromEntries(
  MOSAIC_CHARSETS.map((name) => [name, masksOf(atlasFor(name), [...Array(MOSAICS[name].glyphs.length / 2).keys()])]),
) as Record<MosaicCharset, Masks>;

const taskFor = (name: MosaicCharset, wanted: Planes3, given: Partial<CellTask> = {}): CellTask => ({
  masks: MASKS[name],
  size: SIZE,
  wanted,
  blank: null,
  look: null,
  even: null,
  palette: null,
  tries: NEAR,
  keep: 0,
  fitCells,
  ...given,
});

const divided = (name: MosaicCharset, wanted: Planes3, given: Partial<CellTask> = {}): TwoColors => {
  const page = emptyPage(SIZE);
  matchCells(taskFor(name, wanted, given), page);
  return page;
};

test.each(MOSAIC_CHARSETS)("%s of one color are blank cells in that color", (name) => {
  const page = divided(name, [plane(() => 0.75), plane(() => 0.5), plane(() => 0.25)]);
  expect([...new Set(page.cells)]).toEqual([0]);
  page.grounds.forEach((light, i) => {
    expect(byteOfLight(light)).toBe(Math.round(255 * [0.75, 0.5, 0.25][i % 3]!));
  });
});

test.each(MOSAIC_CHARSETS)("%s show each of their own patterns as it is", (name) => {
  const { light, glyphs, full } = atlasFor(name);
  for (let pattern = 1; pattern < glyphs.length / 2; pattern++) {
    const share = (x: number, y: number) => light[32 * pattern + 4 * (y % 8) + (x % 4)]! / full;
    const { cells, inks, grounds } = divided(
      name,
      gray((x, y) => 0.2 + 0.6 * share(x, y)),
    );
    expect([...new Set(cells)]).toEqual([pattern]);
    expect(inks[0]).toBeCloseTo(toLight(0.8), 5);
    expect(grounds[0]).toBeCloseTo(toLight(0.2), 5);
  }
});

test.each(MOSAIC_CHARSETS)("a cell of %s is plain unless its halves differ by more than one level of 255", (name) => {
  const isPlain = (levels: number): boolean => {
    const { cells } = divided(
      name,
      gray((x, y) => ((name === "halves" ? y % 8 < 4 : x % 4 < 2) ? 0.5 : 0.5 + levels / 255)),
    );
    return cells.every((pattern) => pattern === 0);
  };
  expect([isPlain(0.9), isPlain(1.1)]).toEqual([true, false]);
});

test("a cell is independent of its neighbors", () => {
  const next = noise(1);
  const wanted: Planes3 = [plane(() => next()), plane(() => next()), plane(() => next())];
  const page = divided("sextants", wanted);
  const changed = wanted.map(({ width, height, data }) => ({
    width,
    height,
    // all but the second cell
    data: data.map((value, i) => (i % width >= 4 && i % width < 8 && i < 8 * width ? value : 1 - value)),
  })) as unknown as Planes3;
  const other = divided("sextants", changed);
  expect(other.cells[1]).toBe(page.cells[1]);
  expect(other.inks.subarray(3, 6)).toEqual(page.inks.subarray(3, 6));
  expect(other.inks.subarray(0, 3)).not.toEqual(page.inks.subarray(0, 3));
});

test("no split has a smaller error than the chosen one, and colors stay within their cell's range", () => {
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom<MosaicCharset>("halves", "quadrants", "octants"), (seed, name) => {
      const next = noise(seed);
      const wanted: Planes3 = [plane(() => next()), plane(() => next() ** 2), plane(() => Math.round(next()))];
      const page = divided(name, wanted);
      const { across, down } = MOSAICS[name];
      const squaresOf = (pattern: number): number => {
        const sides = [0, 1].map((side) => {
          const isIn = (i: number) => {
            const [x, y] = [i % 4, Math.floor(i / 4)];
            return ((pattern >> (Math.floor((y * down) / 8) * across + Math.floor((x * across) / 4))) & 1) === side;
          };
          return wanted.reduce((sum, { data, width }) => {
            const values = Array.from({ length: 32 }, (_, i) => i)
              .filter(isIn)
              .map((i) => data[Math.floor(i / 4) * width + (i % 4)]!);
            const mean = values.reduce((a, b) => a + b, 0) / (values.length || 1);
            return sum + values.reduce((a, b) => a + (b - mean) ** 2, 0);
          }, 0);
        });
        return sides[0]! + sides[1]!;
      };
      const all = Array.from({ length: 2 ** (across * down - 1) }, (_, pattern) => squaresOf(pattern));
      // splits are compared along one color axis: another may be slightly better in all three
      expect(squaresOf(page.cells[0]!)).toBeLessThan(1.1 * Math.min(...all) + 1e-3);
      for (let channel = 0; channel < 3; channel++) {
        const { data, width } = wanted[channel]!;
        const own = Array.from({ length: 32 }, (_, i) => toLight(data[Math.floor(i / 4) * width + (i % 4)]!));
        for (const light of [page.inks[channel]!, page.grounds[channel]!]) {
          expect(light).toBeGreaterThanOrEqual(Math.min(...own) - 1e-6);
          expect(light).toBeLessThanOrEqual(Math.max(...own) + 1e-6);
        }
      }
    }),
    { numRuns: 40 },
  );
});

test("a cell that has to be blank is blank, in its mean color", () => {
  const blank = Uint8Array.from({ length: CELLS }, (_, cell) => (cell === 2 ? 1 : 0));
  for (const palette of [null, paletteFor("16")]) {
    expect(
      divided(
        "octants",
        gray((x) => (x % 2 === 0 ? 0 : 1)),
        { blank, palette },
      ).cells[2],
    ).toBe(0);
  }
});

test.each(["256", "16", "8"] as const)("with %s colors all colors are from the palette", (colors) => {
  const palette = paletteFor(colors)!;
  const known = new Set(
    Array.from({ length: palette.light.length / 3 }, (_, i) => palette.light.slice(3 * i, 3 * i + 3).join()),
  );
  const next = noise(3);
  const page = divided("quadrants", [plane(() => next()), plane(() => next()), plane(() => next())], { palette });
  for (let cell = 0; cell < CELLS; cell++) {
    expect(known).toContain(page.inks.slice(3 * cell, 3 * cell + 3).join());
    expect(known).toContain(page.grounds.slice(3 * cell, 3 * cell + 3).join());
  }
});

test("a palette's error is diffused to other cells, except in even areas", () => {
  const palette = paletteFor("8")!;
  // the gray palette has black and one light color
  const wanted = gray((x) => 0.5 + (x % 2) / 10);
  const lightOf = ({ cells, grounds, more }: TwoColors): number =>
    cells.reduce((sum, pattern, cell) => {
      const bits = pattern.toString(2).replaceAll("0", "").length;
      return sum + grounds[3 * cell]! + (bits / 8) * more[3 * cell]!;
    }, 0) / CELLS;
  const even = new Uint8Array(CELLS).fill(1);
  const [spread, alone] = [divided("octants", wanted, { palette }), divided("octants", wanted, { palette, even })];
  const right = (toLight(0.5) + toLight(0.6)) / 2;
  expect(Math.abs(lightOf(spread) - right)).toBeLessThan(0.6 * Math.abs(lightOf(alone) - right));
  expect(new Set(alone.cells).size).toBe(1);
});

test("only open cells are matched again", () => {
  const page = emptyPage(SIZE);
  matchCells(
    taskFor(
      "octants",
      gray((x) => x / 24),
    ),
    page,
  );
  const before = page.cells.slice();
  const open = Uint8Array.from({ length: CELLS }, (_, cell) => (cell === 4 ? 1 : 0));
  matchCells(
    taskFor(
      "octants",
      gray((_, y) => y / 24),
    ),
    page,
    open,
  );
  for (let cell = 0; cell < CELLS; cell++) {
    if (cell === 4) expect(page.cells[cell]).not.toBe(before[cell]);
    else expect(page.cells[cell]).toBe(before[cell]);
  }
});

const LETTERS = [..." .-/|\\:oxN#@"].map(ATLAS.indexOf);
const LETTER_MASKS = masksOf(ATLAS, LETTERS);

const written = (wanted: Planes3, fill: number, given: Partial<LetterLook> = {}, page: 0 | 1 = 0): TwoColors => {
  const out = emptyPage(SIZE);
  const none = { liked: new Uint8Array(CELLS).fill(FREE), worth: new Float32Array(CELLS) };
  const look = { fill, page, ...none, ...given };
  matchCells({ ...taskFor("halves", wanted), masks: LETTER_MASKS, look }, out);
  return out;
};

const meanOf = (values: ArrayLike<number>): number => {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum / values.length;
};

const pageLight = ({ cells, grounds, more }: TwoColors): number =>
  meanOf(Array.from(cells, (glyph, cell) => grounds[3 * cell]! + LETTER_MASKS.light[glyph]! * more[3 * cell]!));

const stripes = gray((x, y) => (Math.floor((x + y) / 7) % 2 === 0 ? 0.4 : 0.7));

test("a cell keeps its glyph unless another is better by more than `keep`", () => {
  const wanted = gray((x) => (x % 4 < 2 ? 0.4 : 0.6));
  const best = divided("quadrants", wanted).cells[0]!;
  const other = best === 1 ? 2 : 1;
  const keptAt = (keep: number): boolean => {
    const page = emptyPage(SIZE);
    page.cells.fill(other);
    matchCells(taskFor("quadrants", wanted, { keep }), page);
    expect(new Set(page.cells).size).toBe(1);
    return page.cells[0] === other;
  };
  // the best glyph explains 32 parts in three channels, each 0.1 from the mean
  const squares = 3 * 32 * 0.1 ** 2;
  expect([keptAt(0), keptAt(squares)]).toEqual([false, true]);
});

test("on a page a letter is drawn where the picture has its form", () => {
  for (const glyph of "xN#@") {
    const letter = LETTERS.indexOf(ATLAS.indexOf(glyph));
    const share = (x: number, y: number) => LETTER_MASKS.cover[32 * letter + 4 * (y % 8) + (x % 4)]!;
    const { cells } = written(
      gray((x, y) => 0.8 * share(x, y)),
      0,
    );
    expect([...new Set(cells)]).toEqual([letter]);
  }
});

test("the choice of letters counts fully up to a fill of one half, and not at all at 1", () => {
  const shareAt = (fill: number) =>
    visibleShare({ fill, page: 0, liked: new Uint8Array(0), worth: new Float32Array(0) });
  expect([0, 0.5, 0.75, 1].map(shareAt)).toEqual([32, 32, 16, 0]);
  expect(visibleShare(null)).toBe(0);
});

test("an octant mask is the sum of two others wherever it has more than one rectangle", () => {
  const { count, cover, one, other } = MASKS.octants;
  let sums = 0;
  for (let index = 0; index < count; index++) {
    if (one[index]! < 0) continue;
    sums++;
    for (let part = 0; part < 32; part++) {
      const both = cover[32 * one[index]! + part]! + cover[32 * other[index]! + part]!;
      expect(cover[32 * index + part]).toBeCloseTo(both, 9);
    }
  }
  // all but the blank and the single rectangles
  expect(sums).toBeGreaterThan(count - 12);
});

test("letters are as bright as the picture, at any fill", () => {
  const wanted = meanOf(stripes[0].data.map(toLight));
  for (const fill of [0.4, 0.6, 1]) expect(pageLight(written(stripes, fill))).toBeCloseTo(wanted, 2);
});

test("letters stand out more with less fill", () => {
  const contrast = (fill: number): number => {
    const { inks, grounds } = written(
      gray(() => 0.5),
      fill,
    );
    return meanOf(inks) - meanOf(grounds);
  };
  expect(contrast(0.3)).toBeGreaterThan(contrast(0.6));
  expect(contrast(0.6)).toBeGreaterThan(0.08);
  expect(Math.abs(contrast(1))).toBeLessThan(0.01);
});

test("less fill brings a background nearer to the page", () => {
  const ground = (fill: number, page: 0 | 1): number =>
    meanOf(
      written(
        gray(() => 0.5),
        fill,
        {},
        page,
      ).grounds,
    );
  const own = toLight(0.5);
  for (const fill of [0.1, 0.2, 0.3]) {
    expect(ground(fill, 0)).toBeLessThan(2.6 * fill * own + 2e-3);
    expect(1 - ground(fill, 1)).toBeLessThan(2.6 * fill * (1 - own) + 4e-3);
  }
  expect(ground(0, 0)).toBe(0);
  expect(ground(0, 1)).toBe(1);
});

test("letters are lighter than their background, and darker on light cells, where white ones would wash out", () => {
  const step = (tone: number): number => {
    const { inks, grounds } = written(
      gray(() => tone),
      0.5,
    );
    return meanOf(inks) - meanOf(grounds);
  };
  for (const tone of [0.2, 0.5, 0.7]) expect(step(tone)).toBeGreaterThan(0.02);
  for (const tone of [0.8, 0.9]) expect(step(tone)).toBeLessThan(-0.02);
});

test("letters follow a contour if strokes have a bonus", () => {
  const liked = new Uint8Array(CELLS).fill(LETTERS.indexOf(ATLAS.indexOf("/")));
  const { cells } = written(stripes, 0.6, { liked, worth: new Float32Array(CELLS).fill(40) });
  expect([...new Set(cells)]).toEqual([liked[0]]);
});

test("an even area is one letter in one pair of colors, at any brightness", () => {
  for (let tone = 0.02; tone < 1; tone += 0.02) {
    const next = noise(7);
    const { cells } = written(
      gray(() => tone + (next() - 0.5) / 255),
      0.5,
    );
    expect(new Set(cells).size).toBe(1);
  }
});

test("all colors are valid, for any picture", () => {
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom(0, 0.05, 0.6, 1), fc.constantFrom<0 | 1>(0, 1), (seed, fill, page) => {
      const next = noise(seed);
      const wanted: Planes3 = [plane(() => next()), plane(() => next() ** 4), plane(() => Math.round(next()))];
      for (const palette of [null, paletteFor("16")]) {
        const out = emptyPage(SIZE);
        const look = { fill, page, liked: new Uint8Array(CELLS).fill(FREE), worth: new Float32Array(CELLS) };
        matchCells({ ...taskFor("halves", wanted), masks: LETTER_MASKS, look, palette }, out);
        for (const colors of [out.inks, out.grounds]) {
          expect(Math.min(...colors)).toBeGreaterThanOrEqual(0);
          expect(Math.max(...colors)).toBeLessThanOrEqual(1);
        }
        if (fill === 0) expect([...new Set(out.grounds)]).toEqual([page]);
      }
    }),
    { numRuns: 20 },
  );
});
