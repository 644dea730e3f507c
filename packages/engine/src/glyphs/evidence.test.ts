import type { Charset, RenderParams } from "@lumiglyph/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { PLAIN, parsed, validParams } from "../../../../tests/support/params.ts";
import { horizontalRamp, paintGray, rasters } from "../../../../tests/support/rasters.ts";
import { render } from "../render.ts";
import { ATLAS } from "./atlas.ts";
import { CHARSET_GLYPHS } from "./charsets.ts";

const inkOf = (glyph: string) => ATLAS.tone[ATLAS.indexOf(glyph)]!;

/** The error as a reader of the evidence would work it out: from the published histogram, glyphs and calibration. */
const recomputed = (tones: readonly number[], codebook: string, charset: Charset): number => {
  const densest = Math.max(...[...CHARSET_GLYPHS[charset]].map(inkOf));
  const drawn = [...codebook].map((glyph) => inkOf(glyph) / densest);
  const errors = tones.map((count, bin) => count * Math.min(...drawn.map((tone) => (tone - bin / 255) ** 2)));
  const cells = tones.reduce((sum, count) => sum + count, 0);
  return Math.sqrt(errors.reduce((sum, error) => sum + error, 0) / cells);
};

const evidenceOf = (given: Partial<RenderParams>, raster = horizontalRamp(64, 64)) =>
  render(raster, parsed({ columns: 32, ...given })).glyphs;

test("the error can be worked out again from the histogram", () => {
  fc.assert(
    fc.property(rasters(), validParams(), (raster, wanted) => {
      const { tones, codebook, charset, rmse } = render(raster, wanted).glyphs;
      expect(recomputed(tones, codebook, charset)).toBeCloseTo(rmse, 10);
    }),
    { numRuns: 30 },
  );
});

test("the error is under the limit, or the evidence says that even the whole charset misses it", () => {
  fc.assert(
    fc.property(rasters(), validParams({ glyphStrategy: "adaptive" }), (raster, wanted) => {
      const { rmse, limit, withinLimit, size, charset } = render(raster, wanted).glyphs;
      expect(limit).toBe(wanted.params.maxGlyphRmse);
      expect(withinLimit).toBe(rmse <= wanted.params.maxGlyphRmse);
      expect(withinLimit || size === [...CHARSET_GLYPHS[charset]].length).toBe(true);
    }),
    { numRuns: 30 },
  );
});

test("a wider limit never enlarges the codebook", () => {
  const limit = fc.double({ min: 0.005, max: 0.1, noNaN: true });
  fc.assert(
    fc.property(
      rasters(),
      validParams({ glyphStrategy: "adaptive" }),
      limit,
      limit,
      (raster, { params }, one, other) => {
        const sizeUnder = (maxGlyphRmse: number) => render(raster, parsed({ ...params, maxGlyphRmse })).glyphs.size;
        expect(sizeUnder(Math.max(one, other))).toBeLessThanOrEqual(sizeUnder(Math.min(one, other)));
      },
    ),
    { numRuns: 30 },
  );
});

test("the codebook names each glyph once, darkest first, all of the charset, the blank among them", () => {
  fc.assert(
    fc.property(rasters(), validParams(), (raster, wanted) => {
      const { codebook, size, charset } = render(raster, wanted).glyphs;
      const glyphs = [...codebook];
      expect(new Set(glyphs).size).toBe(size);
      expect(glyphs).toHaveLength(size);
      expect(glyphs[0]).toBe(" ");
      expect(glyphs.every((glyph) => CHARSET_GLYPHS[charset].includes(glyph))).toBe(true);
      for (let i = 1; i < size; i++) expect(inkOf(glyphs[i]!)).toBeGreaterThanOrEqual(inkOf(glyphs[i - 1]!));
    }),
    { numRuns: 30 },
  );
});

test("no glyph is drawn that the codebook does not name", () => {
  fc.assert(
    fc.property(rasters(), validParams({ format: "text" }), (raster, wanted) => {
      const { body, glyphs } = render(raster, wanted);
      expect([...body].every((glyph) => glyph === "\n" || glyphs.codebook.includes(glyph))).toBe(true);
    }),
    { numRuns: 30 },
  );
});

test("a fixed ramp is kept whole and has no limit to miss", () => {
  expect(evidenceOf({ glyphStrategy: "fixed", charset: "standard", maxGlyphRmse: 0.005 })).toMatchObject({
    strategy: "fixed",
    charset: "standard",
    codebook: " .-:=*+%#@",
    size: 10,
    limit: null,
    withinLimit: true,
    adapted: false,
  });
});

test("an adaptive codebook is a part of its charset", () => {
  const { size, adapted, rmse } = evidenceOf({ charset: "detailed" });
  expect(adapted).toBe(true);
  expect(size).toBeGreaterThan(2);
  expect(size).toBeLessThan(40);
  expect(rmse).toBeLessThanOrEqual(0.03);
});

test.each([
  ["blocks", " ░▒▓█"],
  ["dots", " ⠐⠡⢔⢕⢵⣞⣯⣿"],
] as const)("%s has nothing to choose from: kept whole, and the evidence says so", (charset, codebook) => {
  expect(evidenceOf({ charset })).toMatchObject({ strategy: "adaptive", adapted: false, codebook, limit: 0.03 });
});

test("a pool too small for the limit is used whole, and the limit is not held", () => {
  expect(evidenceOf({ ...PLAIN, charset: "binary", maxGlyphRmse: 0.005 })).toMatchObject({
    codebook: " 10",
    adapted: true,
    withinLimit: false,
  });
});

test("the histogram counts every cell once", () => {
  const { tones } = evidenceOf(
    { ...PLAIN },
    paintGray(8, 8, () => 0),
  );
  expect(tones).toEqual([32 * 16, ...new Array(255).fill(0)]);
});
