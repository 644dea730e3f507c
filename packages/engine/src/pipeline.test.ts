import { completeParams, type RenderParams } from "@lumiglyph/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { startFrame } from "../../../tests/support/frames.ts";
import { PLAIN, paramsWith, validParams } from "../../../tests/support/params.ts";
import { paintGray, rasters } from "../../../tests/support/rasters.ts";
import type { Frame } from "./frame.ts";
import { drawnGlyphs } from "./glyphs/codebook.ts";
import { PIPELINE, runStages } from "./pipeline.ts";
import { unwatched } from "./stage.ts";

const SIZE = { columns: 12, rows: 6 };
const ALWAYS = ["luminance", "downscale", "view", "levels", "tone", "codebook", "match"];

const wantedBy = (given: Partial<RenderParams>): string[] =>
  PIPELINE.filter((stage) => stage.wanted(paramsWith(given))).map(({ name }) => name);

test("the light takes its stages in this order", () => {
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
    "codebook",
    "match",
    "grid",
  ]);
});

test("every stage says what it does", () => {
  for (const { says } of PIPELINE) expect(says.length).toBeGreaterThan(10);
});

test("a stage with nothing to do is not run", () => {
  expect(wantedBy({ ...PLAIN, dither: true })).toEqual(ALWAYS);
  const extra = (given: Partial<RenderParams>) =>
    wantedBy({ ...PLAIN, dither: true, ...given }).filter((name) => !ALWAYS.includes(name));
  expect(extra({ denoise: 0.1 })).toEqual(["denoise"]);
  expect(extra({ sharpen: 0.1 })).toEqual(["detail"]);
  expect(extra({ structure: 0.1 })).toEqual(["structure"]);
  expect(extra({ dither: false })).toEqual(["structure"]);
  expect(extra({ edges: true })).toEqual(["edges"]);
  expect(extra({ color: true, format: "ansi" })).toEqual(["grid"]);
});

/** A copy of every array in the frame, to be compared with what they hold later. */
const arraysOf = ({ kernels, planes, ...frame }: Frame): unknown =>
  structuredClone({ ...frame, raster: { ...frame.raster, data: Uint8Array.from(frame.raster.data) } });

test("no stage changes what it was given", () => {
  fc.assert(
    fc.property(rasters(), validParams(), (raster, wish) => {
      const params = completeParams(wish);
      let frame = startFrame(raster, SIZE);
      for (const stage of PIPELINE.filter(({ wanted }) => wanted(params))) {
        const before = arraysOf(frame);
        const next = stage.run(frame, params);
        expect(arraysOf(frame)).toEqual(before);
        frame = next;
      }
    }),
    { numRuns: 25 },
  );
});

test("every cell has a glyph of the codebook or one of its strokes, and a wanted light from about 0 to 1", () => {
  fc.assert(
    fc.property(rasters(), validParams(), (raster, wish) => {
      const params = completeParams(wish);
      const { cells, wanted, codebook } = runStages(PIPELINE, startFrame(raster, SIZE), params, unwatched);
      expect(cells).toHaveLength(72);
      expect(Math.max(...cells)).toBeLessThan(drawnGlyphs(codebook).length);
      for (const light of wanted) expect(light > -0.05 && light < 1.1).toBe(true);
    }),
    { numRuns: 25 },
  );
});

test("a flat gray picture wants the same light everywhere", () => {
  fc.assert(
    fc.property(fc.nat({ max: 255 }), validParams(), (gray, wish) => {
      const params = completeParams(wish);
      const flat = paintGray(9, 7, () => gray);
      const { wanted } = runStages(PIPELINE, startFrame(flat, SIZE), params, unwatched);
      expect(Math.max(...wanted) - Math.min(...wanted)).toBeLessThan(1e-3);
    }),
    { numRuns: 25 },
  );
});
