import {
  completeParams,
  type MosaicCharset,
  mosaicOf,
  type RenderOptions,
  type RenderParams,
} from "@lumiglyph/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { optionsWith, PLAIN, paramsWith, validParams } from "../../../../tests/support/params.ts";
import { initialStateOf } from "../../../../tests/support/pipeline-state.ts";
import { horizontalRamp, paintGray, rasters } from "../../../../tests/support/rasters.ts";
import type { PipelineState } from "../pipeline-state.ts";
import { render } from "../render.ts";
import { drawsMosaic } from "../stages/parts.ts";
import { ATLAS, atlasFor, CHARSET_GLYPHS, rampOf, STROKES } from "./atlas.ts";
import { EMPTY_CODEBOOK } from "./codebook.ts";
import { glyphEvidence } from "./evidence.ts";
import { colorGlyphs } from "./mosaics.ts";

const inkOf = (glyph: string) => ATLAS.tone[ATLAS.indexOf(glyph)]!;

/** Expected evidence for these strokes, with the number sign as the densest glyph. */
const strokesOf = (glyphs: string, share: number) => ({
  glyphs,
  inks: [...glyphs].map((glyph) => inkOf(glyph) / inkOf("#")),
  share,
});

/** The parameters that a page is drawn with: plain text has no colors. */
const drawnWith = (options: RenderOptions): RenderParams => {
  const params = completeParams(options);
  return params.format === "text" ? { ...params, color: false } : params;
};

/** Light of the glyphs of a page. In color, mosaics have other shapes beside the patterns. */
const lightOn = (options: RenderOptions): ((glyph: string) => number) => {
  const params = drawnWith(options);
  const { charset, background, font } = params;
  const { tone, indexOf } = atlasFor(charset, background, font, drawsMosaic(params));
  return (glyph) => tone[indexOf(glyph)]!;
};

/** All glyphs that the codebook of a page may have. */
const poolOf = (options: RenderOptions): readonly string[] => {
  const params = drawnWith(options);
  const { charset, colors } = params;
  if (drawsMosaic(params)) return colorGlyphs(charset as MosaicCharset, colors !== "truecolor");
  return rampOf(charset).map((glyph) => atlasFor(charset).glyphs[glyph]!);
};

/** The error computed from the published histogram, glyphs and calibration. */
const recomputed = (tones: readonly number[], codebook: string, options: RenderOptions): number => {
  const light = lightOn(options);
  const densest = Math.max(...[...poolOf(options), ...(mosaicOf(options.charset ?? "") ? "█" : "")].map(light));
  const drawn = [...codebook].map((glyph) => light(glyph) / densest);
  const errors = tones.map((count, bin) => count * Math.min(...drawn.map((tone) => (tone - bin / 255) ** 2)));
  const cells = tones.reduce((sum, count) => sum + count, 0);
  return Math.sqrt(errors.reduce((sum, error) => sum + error, 0) / cells);
};

const evidenceOf = (given: Partial<RenderParams>, raster = horizontalRamp(64, 64)) =>
  render(raster, optionsWith({ columns: 32, ...given })).glyphs;

test("the error can be recomputed from the histogram", () => {
  fc.assert(
    fc.property(rasters(), validParams(), (raster, wanted) => {
      const { tones, codebook, rmse } = render(raster, wanted).glyphs;
      expect(recomputed(tones, codebook, wanted)).toBeCloseTo(rmse, 10);
    }),
    { numRuns: 30 },
  );
});

test("the error is within the limit, or the evidence says that the whole charset exceeds it", () => {
  fc.assert(
    fc.property(rasters(), validParams({ glyphStrategy: "adaptive" }), (raster, wanted) => {
      const { rmse, limit, withinLimit, size } = render(raster, wanted).glyphs;
      const { maxGlyphRmse } = completeParams(wanted);
      expect(limit).toBe(maxGlyphRmse);
      expect(withinLimit).toBe(rmse <= maxGlyphRmse);
      expect(withinLimit || size === poolOf(wanted).length).toBe(true);
    }),
    { numRuns: 30 },
  );
});

test("a larger limit never enlarges the codebook", () => {
  const limit = fc.double({ min: 0.005, max: 0.1, noNaN: true });
  fc.assert(
    fc.property(rasters(), validParams({ glyphStrategy: "adaptive" }), limit, limit, (raster, asked, one, other) => {
      const untuned = { ...asked, autoOptimize: 0 };
      const sizeUnder = (maxGlyphRmse: number) => render(raster, { ...untuned, maxGlyphRmse }).glyphs.size;
      expect(sizeUnder(Math.max(one, other))).toBeLessThanOrEqual(sizeUnder(Math.min(one, other)));
    }),
    { numRuns: 30 },
  );
});

test("the codebook lists each glyph once, darkest first, all from the charset", () => {
  fc.assert(
    fc.property(rasters(), validParams(), (raster, wanted) => {
      const { codebook, size } = render(raster, wanted).glyphs;
      const glyphs = [...codebook];
      expect(new Set(glyphs).size).toBe(size);
      expect(glyphs).toHaveLength(size);
      expect(glyphs.every((glyph) => poolOf(wanted).includes(glyph))).toBe(true);
      const light = lightOn(wanted);
      for (let i = 1; i < size; i++) expect(light(glyphs[i]!)).toBeGreaterThanOrEqual(light(glyphs[i - 1]!));
    }),
    { numRuns: 30 },
  );
});

test("every rendered glyph is in the evidence: in the codebook or as a stroke", () => {
  fc.assert(
    fc.property(rasters(), validParams({ format: "text" }), (raster, wanted) => {
      const { body, glyphs } = render(raster, wanted);
      const named = glyphs.codebook + glyphs.contours.glyphs;
      expect([...new Set(body)].filter((glyph) => glyph !== "\n" && !named.includes(glyph))).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test("no extra strokes appear without structure or in a charset that has none", () => {
  const styles = [
    { structure: 0 },
    { structure: 1, charset: "blocks" },
    { structure: 1, charset: "dots" },
  ] as const satisfies readonly Partial<RenderParams>[];
  for (const style of styles) {
    fc.assert(
      fc.property(rasters(), validParams({ format: "text", ...style, autoOptimize: 0 }), (raster, wanted) => {
        const { body, glyphs } = render(raster, wanted);
        expect(glyphs.contours).toEqual(strokesOf("", 0));
        expect([...body].every((glyph) => glyph === "\n" || glyphs.codebook.includes(glyph))).toBe(true);
      }),
      { numRuns: 10 },
    );
  }
});

describe("a handmade grid of eight cells", () => {
  const SIZE = { columns: 4, rows: 2 };
  const params = paramsWith({ charset: "minimal" });
  const book = [..." .:#"].map(ATLAS.indexOf);
  const densest = inkOf("#");
  const frameOf = (given: Partial<PipelineState>): PipelineState => ({
    ...initialStateOf(
      paintGray(1, 1, () => 0),
      SIZE,
    ),
    codebook: {
      ...EMPTY_CODEBOOK,
      glyphs: book,
      strokes: STROKES,
      tones: Float64Array.from(book, (glyph) => ATLAS.tone[glyph]! / densest),
      densest,
    },
    // blank, dot, colon, number sign, then - / | \
    cells: Uint8Array.of(0, 1, 2, 3, 4, 5, 6, 7),
    wanted: Float32Array.of(0, 0.5, 0.1, 1.2, -0.1, 0.5, 0.5, 0.5),
    ...given,
  });
  const contoursTo = (...direction: number[]) => ({
    even: new Uint8Array(8),
    direction: Uint8Array.from(direction),
    strength: new Float32Array(8).fill(1),
  });

  test("the drawn error compares each cell's glyph with its wanted light, from 0 to 1", () => {
    const lights = [..." .:#-/|\\"].map((glyph) => inkOf(glyph) / densest);
    const wanted = [0, 0.5, 0.1, 1, 0, 0.5, 0.5, 0.5];
    const squares = lights.map((light, cell) => (light - wanted[cell]!) ** 2);
    const expected = Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / 8);
    expect(glyphEvidence(frameOf({}), params).drawn).toBeCloseTo(expected, 7);
  });

  test("contours lists the extra strokes in use, with the share of cells that follow their contour", () => {
    const evidence = (cells: readonly number[], ...direction: number[]) =>
      glyphEvidence(frameOf({ cells: Uint8Array.from(cells), contours: contoursTo(...direction) }), params).contours;
    const each = [0, 1, 2, 3, 4, 5, 6, 7];
    expect(evidence(each, 0, 0, 0, 0, 1, 2, 3, 4)).toEqual(strokesOf("-/|\\", 4 / 8));
    expect(evidence(each, 0, 0, 1, 0, 1, 2, 4, 3)).toEqual(strokesOf("-/|\\", 2 / 8));
    expect(evidence([0, 1, 2, 3, 5, 5, 5, 0], 0, 0, 1, 0, 2, 1, 0, 2)).toEqual(strokesOf("/", 1 / 8));
    expect(evidence([0, 1, 2, 3, 3, 2, 1, 0], 1, 2, 3, 4, 1, 2, 3, 4)).toEqual(strokesOf("", 0));
  });

  test("a codebook stroke counts only where it follows a contour", () => {
    const own = [..." -:#"].map(ATLAS.indexOf);
    const codebook = { ...frameOf({}).codebook, glyphs: own, strokes: STROKES.slice(1) };
    const evidence = (...direction: number[]) => {
      const cells = Uint8Array.of(0, 1, 1, 1, 2, 2, 3, 3);
      return glyphEvidence(frameOf({ codebook, cells, contours: contoursTo(...direction) }), params).contours;
    };
    expect(evidence(0, 1, 0, 2, 0, 0, 0, 0)).toEqual(strokesOf("-", 1 / 8));
    expect(evidence(1, 0, 2, 3, 1, 0, 0, 0)).toEqual(strokesOf("", 0));
  });

  test("contours are empty without contours or without structure", () => {
    const all = contoursTo(0, 0, 0, 0, 1, 2, 3, 4);
    expect(glyphEvidence(frameOf({ contours: null }), params).contours).toEqual(strokesOf("", 0));
    const plain = { ...params, structure: 0 };
    expect(glyphEvidence(frameOf({ contours: all }), plain).contours).toEqual(strokesOf("", 0));
  });
});

test("the drawn error can be recomputed from the grid, its glyphs and the wanted tones", () => {
  const flat = evidenceOf(
    { ...PLAIN, contrast: 1 },
    paintGray(8, 8, () => 128),
  );
  const bin = flat.tones.findIndex((count) => count > 0);
  const densest = Math.max(...[...CHARSET_GLYPHS.detailed].map(inkOf));
  expect(flat.size).toBe(1);
  expect(flat.drawn).toBeCloseTo(Math.abs(inkOf(flat.codebook) / densest - bin / 255), 2);
});

test("a fixed ramp is kept whole and has no limit", () => {
  expect(evidenceOf({ glyphStrategy: "fixed", charset: "standard", maxGlyphRmse: 0.005 })).toMatchObject({
    strategy: "fixed",
    charset: "standard",
    codebook: " .-:+=*%#@",
    size: 10,
    limit: null,
    withinLimit: true,
    adapted: false,
  });
});

test("an adaptive codebook is a subset of its charset", () => {
  const { size, adapted, rmse } = evidenceOf({ charset: "detailed" });
  expect(adapted).toBe(true);
  expect(size).toBeGreaterThan(2);
  expect(size).toBeLessThan(40);
  expect(rmse).toBeLessThanOrEqual(0.03);
});

test.each([
  ["blocks", " ░▒▓█"],
  ["dots", " ⠐⠡⢔⢕⢵⣞⣯⣿"],
] as const)("%s is kept whole, because there is nothing to choose, and the evidence says so", (charset, codebook) => {
  expect(evidenceOf({ charset })).toMatchObject({ strategy: "adaptive", adapted: false, codebook, limit: 0.03 });
});

test("a pool too small for the limit is used whole and exceeds the limit", () => {
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
