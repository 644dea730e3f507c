import { completeParams, type RenderParams } from "@lumiglyph/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { PLAIN, paramsWith, validParams } from "../../../tests/support/params.ts";
import { initialStateOf } from "../../../tests/support/pipeline-state.ts";
import { paintGray, rasters } from "../../../tests/support/rasters.ts";
import { drawnGlyphs } from "./glyphs/codebook.ts";
import { PIPELINE, runStages } from "./pipeline.ts";
import type { PipelineState } from "./pipeline-state.ts";
import { unwatched } from "./stage.ts";
import { drawsPairs } from "./stages/color.ts";

const SIZE = { columns: 12, rows: 6 };
const ALWAYS = ["luminance", "downscale", "view", "levels", "tone", "codebook", "match"];

const wantedBy = (given: Partial<RenderParams>): string[] =>
  PIPELINE.filter((stage) => stage.wanted(paramsWith(given))).map(({ name }) => name);

test("the stages run in this order", () => {
  expect(PIPELINE.map(({ name }) => name)).toEqual([
    "luminance",
    "downscale",
    "view",
    "levels",
    "tone",
    "denoise",
    "detail",
    "structure",
    "edges",
    "color",
    "codebook",
    "match",
    "grid",
  ]);
});

test("every stage has a description", () => {
  for (const { summary } of PIPELINE) expect(summary.length).toBeGreaterThan(10);
});

test("a stage with nothing to do is skipped", () => {
  expect(wantedBy({ ...PLAIN, dither: true })).toEqual(ALWAYS);
  const extra = (given: Partial<RenderParams>) =>
    wantedBy({ ...PLAIN, dither: true, ...given }).filter((name) => !ALWAYS.includes(name));
  expect(extra({ denoise: 0.1 })).toEqual(["denoise"]);
  expect(extra({ sharpen: 0.1 })).toEqual(["detail"]);
  expect(extra({ structure: 0.1 })).toEqual(["structure"]);
  expect(extra({ dither: false })).toEqual(["structure"]);
  expect(extra({ edges: true })).toEqual(["edges"]);
  expect(extra({ color: true })).toEqual(["color", "grid"]);
  expect(extra({ format: "json-compact" })).toEqual([]);
});

/** A copy of every array in the state, for a later comparison. */
const arraysOf = ({ kernels, planes, ...state }: PipelineState): unknown =>
  structuredClone({
    ...state,
    raster: { ...state.raster, data: Uint8Array.from(state.raster.data) },
    // contains functions and is never written
    codebook: { ...state.codebook, atlas: null },
  });

test("no stage changes its input", () => {
  fc.assert(
    fc.property(rasters(), validParams(), (raster, asked) => {
      const params = completeParams(asked);
      let state = initialStateOf(raster, SIZE);
      for (const stage of PIPELINE.filter(({ wanted }) => wanted(params))) {
        const before = arraysOf(state);
        const next = stage.run(state, params);
        expect(arraysOf(state)).toEqual(before);
        state = next;
      }
    }),
    { numRuns: 25 },
  );
});

test("every cell has a glyph of the codebook or a stroke, and a wanted light from about 0 to 1", () => {
  fc.assert(
    fc.property(rasters(), validParams(), (raster, asked) => {
      const params = completeParams(asked);
      const { cells, wanted, codebook, hues } = runStages(PIPELINE, initialStateOf(raster, SIZE), params, unwatched);
      expect(cells).toHaveLength(72);
      expect(Math.max(...cells)).toBeLessThan(drawnGlyphs(codebook).length);
      // in two colors per cell the brightest cells want more light than a glyph gives in an ink of
      // half the light
      wanted.forEach((light, cell) => {
        const most = 1.1 / (hues === null || !drawsPairs(params) ? 1 : 0.5 * hues.most[cell]!);
        // light falls faster at white than it rises at black
        const least = params.background === "dark" ? -0.05 : -0.1;
        expect(light > least * most && light < most).toBe(true);
      });
    }),
    { numRuns: 25 },
  );
});

test("a flat gray image wants the same light everywhere", () => {
  fc.assert(
    fc.property(fc.nat({ max: 255 }), validParams(), (gray, asked) => {
      const params = completeParams(asked);
      const flat = paintGray(9, 7, () => gray);
      const { wanted } = runStages(PIPELINE, initialStateOf(flat, SIZE), params, unwatched);
      expect(Math.max(...wanted) - Math.min(...wanted)).toBeLessThan(1e-3);
    }),
    { numRuns: 25 },
  );
});
