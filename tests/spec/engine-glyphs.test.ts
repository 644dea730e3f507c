import type { Charset, RenderParams } from "@lumiglyph/contract";
import { ATLAS, type Raster, readArt, render } from "@lumiglyph/engine";
import { beforeAll, describe, expect, test } from "vitest";
import { optionsWith, PLAIN } from "../support/params.ts";
import { horizontalRamp, paintGray } from "../support/rasters.ts";
import { inkOf, linesOf, picture } from "./drawn.ts";

const PRINTABLE = String.fromCharCode(...Array.from({ length: 95 }, (_, at) => 0x20 + at));

const ramp = horizontalRamp(128, 128);

let portrait: Raster;

beforeAll(async () => {
  portrait = await picture("portrait.png");
});

const evidence = (given: Partial<RenderParams>, raster: Raster = ramp) =>
  render(raster, optionsWith({ columns: 40, ...given })).glyphs;

const sorted = (glyphs: string) => [...glyphs].toSorted().join("");

const black = paintGray(8, 8, () => 0);
const ramps = new Map<Charset, string>();

/** The full ramp of a charset, from the evidence. */
const fixed = (charset: Charset): string => {
  const known = ramps.get(charset) ?? evidence({ columns: 8, charset, glyphStrategy: "fixed" }, black).codebook;
  ramps.set(charset, known);
  return known;
};

/** The error of a codebook, recomputed from histogram, glyphs and calibration; the charset's densest glyph is 1. */
const rmseOf = (tones: readonly number[], codebook: string, charset: Charset): number => {
  const densest = Math.max(...[...fixed(charset)].map(inkOf));
  const drawn = [...codebook].map((glyph) => inkOf(glyph) / densest);
  const cells = tones.reduce((sum, count) => sum + count, 0);
  const squares = tones.map((count, bin) => count * Math.min(...drawn.map((light) => (light - bin / 255) ** 2)));
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / cells);
};

/** Every subset of a ramp that contains the blank. */
const subsets = (glyphs: readonly string[]): string[] =>
  Array.from({ length: 2 ** (glyphs.length - 1) }, (_, bits) =>
    glyphs.filter((_glyph, at) => at === 0 || (bits >> (at - 1)) % 2 === 1).join(""),
  );

describe("the ramps", () => {
  test("standard has its ten glyphs (answers 1.17)", () => {
    expect(sorted(fixed("standard"))).toBe(sorted(" .:-=+*#%@"));
  });

  test("detailed has all 95 printable ASCII glyphs (answers 1.17)", () => {
    expect(sorted(fixed("detailed"))).toBe(PRINTABLE);
  });

  test("blocks has blank, three shades and the full block (answers 1.17)", () => {
    expect(fixed("blocks")).toBe(" ░▒▓█");
  });

  test.each(["koi", "portrait", "moonlit", "still-life"])(
    "binary draws %s in 0 and 1, and clear contours in strokes",
    async (name) => {
      const raster = await picture(`${name}.png`);
      for (const autoOptimize of [0, 0.9]) {
        const { body } = render(raster, { columns: 100, charset: "binary", autoOptimize });
        const inked = body.replace(/[ \n]/g, "");
        const strokes = inked.replace(/[01]/g, "");
        expect(strokes.length).toBeGreaterThan(0.05 * inked.length);
        expect(strokes.length).toBeLessThan(0.4 * inked.length);
      }
    },
  );

  test("binary has blank, 0 and 1 (answers 1.17)", () => {
    expect(sorted(fixed("binary"))).toBe(" 01");
  });

  test("dots has blank and braille of one to eight dots (answers 1.17)", () => {
    const dots = [...fixed("dots")].map((glyph) => (glyph === " " ? 0 : dotsOf(glyph)));
    expect(dots).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test("minimal has four glyphs (answers 1.17)", () => {
    expect(sorted(fixed("minimal"))).toBe(sorted(" .:#"));
  });

  for (const charset of ["standard", "detailed", "blocks", "binary", "dots", "minimal"] as const) {
    test(`${charset} is ordered from least to most measured ink (answers 1.12, 1.17)`, () => {
      const inks = [...fixed(charset)].map((glyph) => ATLAS.tone[ATLAS.indexOf(glyph)]!);
      expect(inks).toEqual(inks.toSorted((a, b) => a - b));
      expect(inks[0]).toBe(0);
    });

    test(`Art in ${charset} uses its glyphs, and strokes on contours (spec 2.2)`, () => {
      const used = (structure: number) => [...new Set(linesOf(ramp, { columns: 40, charset, structure }).join(""))];
      const others = (structure: number) => used(structure).filter((glyph) => !fixed(charset).includes(glyph));
      expect(others(0)).toEqual([]);
      expect(used(0).length).toBeGreaterThan(2);
      const hasStrokes = charset !== "blocks" && charset !== "dots";
      expect(others(1).filter((glyph) => !hasStrokes || !"-/|\\".includes(glyph))).toEqual([]);
    });
  }
});

/** Unicode 10.0, Braille Patterns: a bit of the code point for each dot. */
const dotsOf = (glyph: string): number => (glyph.codePointAt(0)! - 0x2800).toString(2).replaceAll("0", "").length;

describe("a fixed ramp", () => {
  test("is kept whole, without a limit (spec 1.3, 2.2)", () => {
    expect(evidence({ charset: "standard", glyphStrategy: "fixed", maxGlyphRmse: 0.005 })).toMatchObject({
      strategy: "fixed",
      size: 10,
      limit: null,
      withinLimit: true,
      adapted: false,
    });
    expect(evidence({ glyphStrategy: "fixed" }).size).toBe(95);
  });
});

describe("an adaptive codebook", () => {
  test("is as small as any that meets the limit, at each limit (spec 1.3, 2.2)", () => {
    const limits = Array.from({ length: 20 }, (_, at) => (at + 1) / 200);
    const found = limits.map((maxGlyphRmse) =>
      evidence({ charset: "standard", maxGlyphRmse, autoOptimize: 0 }, portrait),
    );
    const books = subsets([...fixed("standard")]).map((book) => ({
      size: book.length,
      rmse: rmseOf(found[0]!.tones, book, "standard"),
    }));
    const smallest = limits.map((limit) =>
      Math.min(10, ...books.filter(({ rmse }) => rmse <= limit).map(({ size }) => size)),
    );
    expect(found.map(({ size }) => size)).toEqual(smallest);
    expect(new Set(smallest).size).toBeGreaterThan(3);
  });

  test("needs more glyphs for a tighter limit, and meets each limit (spec 2.2)", () => {
    const found = [0.1, 0.04, 0.02].map((maxGlyphRmse) => evidence({ maxGlyphRmse }, portrait));
    expect(found.map(({ limit }) => limit)).toEqual([0.1, 0.04, 0.02]);
    expect(found.map(({ rmse, limit }) => rmse <= limit!)).toEqual([true, true, true]);
    expect(found[1]!.size).toBeGreaterThan(found[0]!.size);
    expect(found[2]!.size).toBeGreaterThan(found[1]!.size);
  });

  test("is a subset of its charset, all single-byte ASCII (answers 1.12)", () => {
    for (const charset of ["standard", "detailed", "binary", "minimal"] as const) {
      const { codebook, adapted } = evidence({ charset, maxGlyphRmse: 0.1 }, portrait);
      expect(adapted).toBe(true);
      expect([...codebook].filter((glyph) => !fixed(charset).includes(glyph))).toEqual([]);
      expect(codebook).toMatch(/^[ -~]+$/);
    }
  });

  test("is the whole charset for blocks and dots, and the evidence says so (answers 1.12)", () => {
    expect(evidence({ charset: "blocks" })).toMatchObject({ strategy: "adaptive", adapted: false, size: 5 });
    expect(evidence({ charset: "dots" })).toMatchObject({ strategy: "adaptive", adapted: false, size: 9 });
  });

  test("is the whole pool if that misses the limit, and the evidence says so (answers 1.13)", () => {
    const { codebook, withinLimit, rmse } = evidence({ ...PLAIN, charset: "binary", maxGlyphRmse: 0.005 });
    expect(sorted(codebook)).toBe(" 01");
    expect(withinLimit).toBe(false);
    expect(rmse).toBeGreaterThan(0.005);
  });
});

describe("the reported error", () => {
  test("can be recomputed from the histogram of all cells (answers 1.13, 2.4)", () => {
    for (const charset of ["standard", "detailed", "blocks", "dots"] as const) {
      const { body } = render(portrait, optionsWith({ columns: 40, format: "json", charset }));
      const { glyphs, columns, rows } = JSON.parse(body);
      expect(glyphs.tones).toHaveLength(256);
      expect(glyphs.tones.reduce((sum: number, count: number) => sum + count, 0)).toBe(columns * rows);
      expect(rmseOf(glyphs.tones, glyphs.codebook, charset)).toBeCloseTo(glyphs.rmse, 9);
    }
  });

  test("has black at 0 and white at 1, the charset's densest glyph, after levels (answers 1.13)", () => {
    const halves = paintGray(64, 64, (x) => (x < 32 ? 100 : 140));
    const { tones } = evidence({ ...PLAIN, columns: 32, charset: "minimal", autoLevels: 1 }, halves);
    const cells = (from: number, to: number) => tones.slice(from, to).reduce((sum, count) => sum + count, 0);
    // the blur mixes the two halves where they meet: a column on each side
    expect([cells(0, 8), cells(248, 256)]).toEqual([16 * 15, 16 * 15]);
  });
});

describe("custom characters (decisions 9)", () => {
  const used = (given: Partial<RenderParams>, raster: Raster) => {
    const { body } = render(raster, optionsWith({ columns: 60, ...given }));
    return sorted([...new Set(body.replaceAll("\n", ""))].join(""));
  };

  test("are the only ones used, including strokes", () => {
    expect(used({ characters: " .oO0@" }, portrait)).toBe(" .0@Oo");
    expect(used({ characters: "ab", structure: 1 }, portrait)).toBe("ab");
    expect(used({ characters: " .|", structure: 1, glyphStrategy: "fixed" }, portrait)).toBe(" .|");
  });

  test("form a ramp by their light, in any given order", () => {
    const { codebook } = evidence({ characters: "@. #", glyphStrategy: "fixed" });
    expect(codebook).toBe(" .#@");
    const bodies = ["@. #", " .#@"].map(
      (characters) => render(portrait, optionsWith({ columns: 60, characters })).body,
    );
    expect(bodies[0]).toBe(bodies[1]);
  });

  test("without a blank get one only where the picture is transparent", () => {
    const data = Uint8Array.from({ length: 64 * 64 * 4 }, (_, byte) =>
      byte % 4 === 3 ? ((byte >> 2) % 64 < 32 ? 0 : 255) : 200,
    );
    const lines = linesOf({ width: 64, height: 64, data }, { columns: 16, characters: "01" });
    for (const line of lines) expect(line).toMatch(/^ {8}[01]{8}$/);
  });

  test("are decoded as well as a charset", () => {
    const art = render(portrait, optionsWith({ columns: 60, characters: " .oO0@", format: "json" })).body;
    expect(readArt(art).characters).toBe(" .0@Oo");
  });
});
