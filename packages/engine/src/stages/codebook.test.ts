import type { RenderParams } from "@lumiglyph/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { paramsWith } from "../../../../tests/support/params.ts";
import { initialStateOf } from "../../../../tests/support/pipeline-state.ts";
import { paintGray } from "../../../../tests/support/rasters.ts";
import { CELL_HEIGHT, CELL_WIDTH } from "../cells.ts";
import { ATLAS, rampOf, STROKES } from "../glyphs/atlas.ts";
import { drawnGlyphs, TONE_BINS } from "../glyphs/codebook.ts";
import { leastErrors } from "../glyphs/smallest-codebook.ts";
import { toEncoded } from "../math/srgb.ts";
import { PIPELINE, runStages } from "../pipeline.ts";
import type { PipelineState } from "../pipeline-state.ts";
import { liftOn } from "../search/target.ts";
import { unwatched } from "../stage.ts";
import { codebook, codebookFor, densestOf, lightWanted } from "./codebook.ts";

const SIZE = { columns: 8, rows: 2 };

const choose = (
  toneAt: (x: number) => number,
  given: Partial<RenderParams> = {},
  opacityAt: ((x: number) => number) | null = null,
): PipelineState => {
  const width = SIZE.columns * CELL_WIDTH;
  const height = SIZE.rows * CELL_HEIGHT;
  const planeOf = (at: (x: number) => number) => ({
    width,
    height,
    data: Float32Array.from({ length: width * height }, (_, i) => at(i % width)),
  });
  const state = {
    ...initialStateOf(
      paintGray(1, 1, () => 0),
      SIZE,
    ),
    tone: planeOf(toneAt),
    opacity: opacityAt && planeOf(opacityAt),
  };
  return codebook.run(state, paramsWith(given));
};

test("black cells want no light, the brightest all of the densest glyph's", () => {
  for (const light of choose(() => 0).wanted) expect(light).toBeCloseTo(0, 3);
  for (const light of choose(() => 1).wanted) expect(light).toBeCloseTo(1, 3);
});

test("brighter tones want more light", () => {
  const { wanted } = choose((x) => x / 15);
  for (let column = 1; column < 8; column++) expect(wanted[column]).toBeGreaterThan(wanted[column - 1]!);
});

test("in two colors a glyph wants the light that an ink of half the brightest gives", () => {
  const params = paramsWith({ color: true, format: "html", fill: 0.6 });
  expect(lightWanted(1, 0.8, params)).toBe(0.4);
  expect(lightWanted(0.5, 0.8, params)).toBe(0.2);
  // in one color, glyph and ink share the light: a glyph of half the light stands for a 16th
  expect(lightWanted(0.5, 0.8, { ...params, fill: 0 })).toBeCloseTo(0.05, 9);
});

test("a cell half black and half white wants half the light: ink is additive in light", () => {
  for (const light of choose((x) => x % 2).wanted) expect(light).toBeCloseTo(0.5, 3);
});

test("a glyph's own tone maps to its own light, undoing the mid-tone lift", () => {
  const ramp = rampOf("standard");
  const densest = ATLAS.tone[ramp.at(-1)!]!;
  const middle = ATLAS.tone[ramp[5]!]!;
  const tone = (toEncoded(middle) / toEncoded(densest)) ** (1 / liftOn("dark"));
  const [light] = choose(() => tone, { charset: "standard" }).wanted;
  expect(light).toBeCloseTo(middle / densest, 3);
});

test("fixed keeps the ramp, adaptive takes what the image needs", () => {
  const fixed = choose((x) => x / 15, { glyphStrategy: "fixed" }).codebook;
  const adaptive = choose((x) => x / 15, { glyphStrategy: "adaptive" }).codebook;
  expect(fixed.glyphs).toEqual(rampOf("detailed"));
  expect(adaptive.glyphs.length).toBeLessThan(fixed.glyphs.length);
  expect([fixed.adapted, adaptive.adapted]).toEqual([false, true]);
});

test("tones are relative to the charset's densest glyph, used or not", () => {
  const { glyphs, tones, densest } = choose(() => 0.2).codebook;
  expect(densest).toBe(ATLAS.tone[rampOf("detailed").at(-1)!]);
  expect([...tones]).toEqual(glyphs.map((glyph) => ATLAS.tone[glyph]! / densest));
});

const spelled = (glyphs: readonly number[]): string => glyphs.map((glyph) => ATLAS.glyphs[glyph]!).join("");

const histograms = fc
  .array(fc.tuple(fc.nat({ max: 255 }), fc.integer({ min: 1, max: 500 })), { minLength: 1, maxLength: 60 })
  .map((counts) => {
    const histogram = new Uint32Array(TONE_BINS);
    for (const [bin, count] of counts) histogram[bin] = count;
    return histogram;
  });

const limits = fc.double({ min: 0.005, max: 0.1, noNaN: true });

describe("the blank", () => {
  test("is left out if no cell is dark enough for it", () => {
    expect(spelled(choose(() => 0.7).codebook.glyphs)).not.toContain(" ");
    expect(spelled(choose((x) => (x < 8 ? 0 : 0.7)).codebook.glyphs)).toContain(" ");
  });

  test("is added for transparent cells, whatever their tones", () => {
    const isHole = (x: number) => (x < 2 ? 0 : 1);
    const [opaque, pierced] = [choose(() => 0.7).codebook, choose(() => 0.7, {}, isHole).codebook];
    expect(spelled(pierced.glyphs)).toBe(` ${spelled(opaque.glyphs)}`);
    expect([...pierced.tones]).toEqual([0, ...opaque.tones]);
  });

  test("is not added twice, or for slightly transparent cells", () => {
    expect(
      spelled(
        choose(
          () => 0,
          {},
          (x) => (x < 2 ? 0 : 1),
        ).codebook.glyphs,
      ),
    ).toBe(" ");
    expect(
      spelled(
        choose(
          () => 0.7,
          {},
          () => 0.6,
        ).codebook.glyphs,
      ),
    ).not.toContain(" ");
  });

  test("comes first in every codebook with transparent cells", () => {
    fc.assert(
      fc.property(histograms, limits, (histogram, maxGlyphRmse) => {
        const [plain, pierced] = [false, true].map((hole) =>
          codebookFor(histogram, paramsWith({ maxGlyphRmse }), hole),
        );
        expect(pierced!.glyphs).toEqual([0, ...plain!.glyphs.filter((glyph) => glyph !== 0)]);
        expect(pierced!.rmse).toBeLessThanOrEqual(plain!.rmse);
      }),
    );
  });
});

describe("strokes", () => {
  test("are added to the codebook where it lacks them, if contours are followed", () => {
    const { glyphs, strokes } = choose((x) => x / 15).codebook;
    expect(strokes).toEqual(STROKES.filter((glyph) => !glyphs.includes(glyph)));
    const fixed = choose((x) => x / 15, { glyphStrategy: "fixed", charset: "standard" }).codebook;
    expect(spelled(fixed.strokes!)).toBe("/|\\");
    expect(spelled(drawnGlyphs(fixed))).toBe(" .-:+=*%#@/|\\");
    const detailed = choose((x) => x / 15, { glyphStrategy: "fixed" }).codebook;
    expect(detailed.strokes).toEqual([]);
  });

  test("are not used without structure or in charsets that are not ASCII", () => {
    expect(choose((x) => x / 15, { structure: 0 }).codebook.strokes).toBeNull();
    for (const charset of ["blocks", "dots"] as const) {
      expect(choose((x) => x / 15, { charset }).codebook.strokes).toBeNull();
    }
  });

  test("count neither in the error nor in the tones", () => {
    const [withThem, without] = [choose((x) => x / 15).codebook, choose((x) => x / 15, { structure: 0 }).codebook];
    expect(withThem.glyphs).toEqual(without.glyphs);
    expect(withThem.rmse).toBe(without.rmse);
    expect(withThem.tones).toHaveLength(withThem.glyphs.length);
  });
});

test.each(["detailed", "standard"] as const)(
  "an adaptive codebook of %s has backtick, quotes, underscore, question mark and strokes only if no other of its size meets the limit",
  (charset) => {
    const avoided = [...STROKES, ...Array.from('`"_?', ATLAS.indexOf)];
    const others = rampOf(charset).filter((glyph) => !avoided.includes(glyph));
    const tones = Float64Array.from(others, (glyph) => ATLAS.tone[glyph]! / densestOf(charset, "dark"));
    fc.assert(
      fc.property(histograms, limits, (histogram, maxGlyphRmse) => {
        const book = codebookFor(histogram, paramsWith({ charset, maxGlyphRmse }));
        const least = leastErrors(histogram, tones)[book.glyphs.length - 1] ?? Number.POSITIVE_INFINITY;
        fc.pre(book.rmse <= maxGlyphRmse && least <= maxGlyphRmse);
        expect(spelled(book.glyphs.filter((glyph) => avoided.includes(glyph)))).toBe("");
      }),
      { numRuns: 300 },
    );
  },
);

describe("with an ink for each cell", () => {
  const inColor = { color: true, format: "json" } as const;

  test("glyphs get the fourth root of the light, so they are dense where there is any", () => {
    const params = paramsWith(inColor);
    const size = { columns: 16, rows: 2 };
    const ramp = paintGray(64, 8, (x) => 4 * x);
    const plain = runStages(PIPELINE.slice(0, 11), initialStateOf(ramp, size), { ...params, color: false }, unwatched);
    const inked = runStages(PIPELINE.slice(0, 11), initialStateOf(ramp, size), params, unwatched);
    for (let cell = 2; cell < 14; cell++) expect(inked.wanted[cell]).toBeGreaterThan(plain.wanted[cell]!);
    const { hues, wanted } = inked;
    const light = lightWanted(wanted[7]!, hues!.most[7]!, params);
    expect((light / hues!.most[7]!) ** 0.25).toBeCloseTo(wanted[7]!, 5);
  });

  test("a codebook is as small as any, and has straight glyphs only if no other of its size meets the limit", () => {
    const straight = Array.from('()[]{}<>=+!147EFHIJLTZfijlrtz`"_?', ATLAS.indexOf).concat(STROKES);
    const ramp = rampOf("detailed");
    const tonesOf = (glyphs: readonly number[]) =>
      Float64Array.from(glyphs, (glyph) => ATLAS.tone[glyph]! / densestOf("detailed", "dark"));
    const round = tonesOf(ramp.filter((glyph) => !straight.includes(glyph)));
    fc.assert(
      fc.property(histograms, limits, (histogram, maxGlyphRmse) => {
        const { glyphs, rmse } = codebookFor(histogram, paramsWith({ ...inColor, maxGlyphRmse }));
        fc.pre(rmse <= maxGlyphRmse);
        if (glyphs.length > 1) {
          expect(leastErrors(histogram, tonesOf(ramp))[glyphs.length - 2]).toBeGreaterThan(maxGlyphRmse);
        }
        const least = leastErrors(histogram, round)[glyphs.length - 1] ?? Number.POSITIVE_INFINITY;
        if (least <= maxGlyphRmse) expect(spelled(glyphs.filter((glyph) => straight.includes(glyph)))).toBe("");
      }),
      { numRuns: 100 },
    );
  });
});

test("an adaptive codebook of an ordinary ramp has no backtick, double quote, underscore, question mark or stroke", () => {
  const { glyphs } = choose((x) => x / 15).codebook;
  expect(spelled(glyphs)).not.toMatch(/[`"_?\-/|\\]/);
});
