import { completeParams, PARAMS, type QualityTarget, type RenderParams, type StageName } from "@lumiglyph/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { paramsWith, validParams } from "../../../../tests/support/params.ts";
import { initialStateOf } from "../../../../tests/support/pipeline-state.ts";
import { horizontalRamp, noise, paint, paintGray, rasters } from "../../../../tests/support/rasters.ts";
import { toLight, toTone } from "../math/srgb.ts";
import { PARTS, PIPELINE, runStages } from "../pipeline.ts";
import type { PipelineState } from "../pipeline-state.ts";
import type { Plane } from "../plane.ts";
import type { Raster } from "../raster.ts";
import { unwatched } from "../stage.ts";
import { view } from "../stages/view.ts";
import { COMPONENTS, type ComponentName } from "./components.ts";
import { type Candidate, createEvaluator, createGridRenderer, type GridRenderer, withNoise } from "./evaluate.ts";
import { RUBRICS } from "./rubrics.ts";

const rendererOf = (raster: Raster, size = { columns: 48, rows: 24 }): GridRenderer => {
  const scaled = runStages(PARTS.light, initialStateOf(raster, size), paramsWith(), unwatched);
  return createGridRenderer(scaled, view.run(scaled, paramsWith()), unwatched);
};

/** A head in front of a wall lit from the right: soft and hard edges, shadows, highlights. */
const HEAD = paintGray(192, 96, (x, y) => {
  const inside = ((x - 90) / 40) ** 2 + ((y - 50) / 42) ** 2;
  if (inside > 1) return 40 + x / 2;
  return 230 - 160 * Math.hypot((x - 75) / 70, (y - 30) / 70);
});

const change = (renderer: GridRenderer, edit: (state: PipelineState) => PipelineState): GridRenderer => ({
  ...renderer,
  render: (params) => edit(renderer.render(params)),
  renderNoisy: (params) => edit(renderer.renderNoisy(params)),
});

const blanked = (state: PipelineState): PipelineState => ({ ...state, cells: new Uint8Array(state.cells.length) });

const shuffled = (state: PipelineState): PipelineState => {
  const next = noise(1);
  const order = [...state.cells.keys()].map((cell) => ({ cell, at: next() })).toSorted((a, b) => a.at - b.at);
  return { ...state, cells: Uint8Array.from(order, ({ cell }) => state.cells[cell]!) };
};

const mirrored = (state: PipelineState): PipelineState => ({ ...state, cells: state.cells.toReversed() });

const judged = (renderer: GridRenderer, params: RenderParams): Candidate => createEvaluator(renderer, params)(params);

const TARGETS: readonly QualityTarget[] = PARAMS.qualityTarget.values;

describe.each(TARGETS)("under the rubric of %s", (qualityTarget) => {
  const params = paramsWith({ qualityTarget });
  const renderer = rendererOf(HEAD);
  const { score, components } = judged(renderer, params);

  test("a blank grid does not meet the target", () => {
    const blank = judged(change(renderer, blanked), params);
    expect(blank.components.find(({ name }) => name === "structure")).toMatchObject({ met: false });
  });

  test.each([
    ["one with the same glyphs shuffled", shuffled],
    ["one that is upside down", mirrored],
  ] as const)("the image's own grid scores far better than %s", (_, edit) => {
    const other = judged(change(renderer, edit), params);
    expect(score).toBeGreaterThan(other.score + 0.05);
    expect(other.components.every(({ met }) => met)).toBe(false);
  });

  test("all glyphs score better than two of them", () => {
    const few = judged(renderer, { ...params, charset: "binary" });
    expect(judged(renderer, { ...params, glyphStrategy: "fixed" }).score).toBeGreaterThan(few.score + 0.03);
  });

  test("a component is met at its threshold and above", () => {
    for (const { value, threshold, met } of components) expect(met).toBe(value >= threshold);
  });

  test("any image with any parameters has a score from 0 to 1 and finite components", () => {
    fc.assert(
      fc.property(rasters(), validParams({ qualityTarget }), (raster, wanted) => {
        const take = judged(rendererOf(raster, { columns: 9, rows: 5 }), completeParams(wanted));
        expect(take.score >= 0 && take.score <= 1 + 1e-9).toBe(true);
        for (const { value } of take.components)
          expect(value >= 0 && value <= (qualityTarget === "round-trip" ? 60 : 1.00001)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});

// all but motion: a blank grid is perfectly stable
test.each(TARGETS.filter((target) => target !== "motion"))(
  "under the rubric of %s, the image's own grid scores far better than a blank one",
  (qualityTarget) => {
    const params = paramsWith({ qualityTarget });
    const renderer = rendererOf(HEAD);
    expect(judged(renderer, params).score).toBeGreaterThan(judged(change(renderer, blanked), params).score + 0.05);
  },
);

test.each(TARGETS)(
  "the score for %s is the weighted sum of its components, each capped at its full value",
  (target) => {
    const { score, components } = judged(rendererOf(HEAD), paramsWith({ qualityTarget: target }));
    const { demands } = RUBRICS[target];
    expect(components.map(({ name }) => name)).toEqual(Object.keys(demands));
    const parts = components.map(
      ({ name, value }) => demands[name]!.weight * Math.min(1, value / (COMPONENTS[name].full ?? 1)),
    );
    expect(score).toBeCloseTo(
      parts.reduce((sum, part) => sum + part),
      12,
    );
  },
);

test("a component above its full value counts as full", () => {
  const params = paramsWith({ qualityTarget: "round-trip", charset: "blocks", autoOptimize: 0 });
  const { score, components } = judged(rendererOf(paintGray(16, 16, () => 0)), params);
  expect(components.find(({ name }) => name === "psnr")!.value).toBeGreaterThan(COMPONENTS.psnr.full!);
  expect(score).toBeCloseTo(1, 6);
});

test("inverted art is compared with the inverted image and scores as well", () => {
  const upright = judged(rendererOf(HEAD), paramsWith());
  const inverted = judged(rendererOf(HEAD), paramsWith({ invert: true }));
  expect(Math.abs(upright.score - inverted.score)).toBeLessThan(0.1);
  const wrong = createEvaluator(rendererOf(HEAD), paramsWith({ invert: true }))(paramsWith());
  expect(wrong.score).toBeLessThan(inverted.score - 0.3);
});

test("the same grid has the same score on every renderer of the image", () => {
  const params = paramsWith({ qualityTarget: "motion" });
  expect(judged(rendererOf(HEAD), params).components).toEqual(judged(rendererOf(HEAD), params).components);
});

describe("line art", () => {
  const measured = ({ components }: Candidate, name: ComponentName): number =>
    components.find((mark) => mark.name === name)!.value;
  const lines = (given: Partial<RenderParams> = {}): RenderParams => paramsWith({ edges: true, ...given });

  test.each([
    ["light lines on black", {}],
    ["dark lines on a light background", { invert: true }],
  ] as const)("as %s is compared with the lines, not with the image", (_, given) => {
    const renderer = rendererOf(HEAD);
    const wanted = judged(renderer, lines(given));
    const picture = renderer.render(paramsWith(given));
    const grid = judged(
      change(renderer, (state) => ({ ...state, cells: picture.cells, codebook: picture.codebook })),
      lines(given),
    );
    const blank = judged(change(renderer, blanked), lines(given));
    for (const name of ["structure", "edges"] as const) {
      expect(measured(wanted, name)).toBeGreaterThan(measured(grid, name) + 0.1);
      expect(measured(wanted, name)).toBeGreaterThan(measured(blank, name) + 0.1);
    }
  });

  test("is compared with its own lines: the same grid scores worse against another image's", () => {
    const [own, other] = [rendererOf(HEAD), rendererOf(paintGray(192, 96, (x) => (x % 64 < 32 ? 30 : 220)))];
    const { cells, codebook } = own.render(lines());
    const foreign = judged(
      change(other, (state) => ({ ...state, cells, codebook })),
      lines(),
    );
    expect(judged(own, lines()).score).toBeGreaterThan(foreign.score + 0.1);
  });

  test.each([
    ["light lines", {}],
    ["dark lines", { invert: true }],
  ] as const)("is decoded as %s", (_, given) => {
    const params = lines({ qualityTarget: "round-trip", ...given });
    const renderer = rendererOf(HEAD);
    const blank = judged(change(renderer, blanked), params);
    expect(measured(judged(renderer, params), "psnr")).toBeGreaterThan(measured(blank, "psnr") + 3);
  });
});

const START = initialStateOf(horizontalRamp(96, 48), { columns: 24, rows: 12 });
const scaled = runStages(PARTS.light, START, paramsWith(), unwatched);
const viewed = view.run(scaled, paramsWith());

test("the renderer's grid equals the pipeline's", () => {
  const params = paramsWith({ gamma: 0.9 });
  expect(createGridRenderer(scaled, viewed, unwatched).render(params).cells).toEqual(
    runStages(PIPELINE, START, params, unwatched).cells,
  );
});

test("a noisy grid is the same image with noise, the same every time", () => {
  const renderer = createGridRenderer(scaled, viewed, unwatched);
  const [clean, noisy] = [renderer.render(paramsWith()), renderer.renderNoisy(paramsWith())];
  const changed = clean.cells.filter((cell, i) => cell !== noisy.cells[i]).length;
  expect(changed).toBeGreaterThan(0);
  expect(noisy.cells).toEqual(renderer.renderNoisy(paramsWith()).cells);
});

test("the effect of noise on a large grid is measured on a smaller one, which is about as stable", () => {
  const params = paramsWith({ qualityTarget: "motion" });
  const stabilityOf = (columns: number, rows: number): number => {
    const { components } = judged(rendererOf(HEAD, { columns, rows }), params);
    return components.find(({ name }) => name === "stability")!.value;
  };
  const renderer = rendererOf(HEAD, { columns: 200, rows: 100 });
  expect(renderer.small(params)?.scaled.size).toEqual({ columns: 127, rows: 64 });
  expect(rendererOf(HEAD, { columns: 160, rows: 100 }).small(params)).toBeNull();
  expect(Math.abs(stabilityOf(200, 100) - stabilityOf(160, 80))).toBeLessThan(0.1);
});

test("every stage of a render is watched", () => {
  const watched: string[] = [];
  const renderer = createGridRenderer(scaled, viewed, (name, work) => {
    watched.push(name);
    return work();
  });
  renderer.render(paramsWith());
  const wanted: StageName[] = PARTS.glyphs.filter((stage) => stage.wanted(paramsWith())).map(({ name }) => name);
  expect(watched).toEqual(wanted);
});

test("the renderer finds the skin-colored cells of its image", () => {
  const half = paint(24, 12, (x) => (x < 12 ? [231, 180, 143] : [110, 160, 220]));
  const start = initialStateOf(half, { columns: 4, rows: 2 });
  const state = runStages([...PARTS.light, ...PARTS.view], start, paramsWith(), unwatched);
  expect([...createGridRenderer(state, state, unwatched).skin()]).toEqual([1, 1, 0, 0, 1, 1, 0, 0]);
});

const SIDE = 120;
const sheet = (tone: number): Plane => ({
  width: SIDE,
  height: SIDE,
  data: new Float32Array(SIDE * SIDE).fill(toLight(tone)),
});

/** The noise added to each sample of a gray sheet, on the perceptual scale. */
const addedTo = (tone: number): Float64Array =>
  Float64Array.from(withNoise(sheet(tone), null).data, (light) => toTone(light) - tone);

const mean = (values: ArrayLike<number>): number =>
  Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;

test.each([0.2, 0.5, 0.8])(
  "on a gray of %f, noise has mean 0 and standard deviation 0.02 on the perceptual scale",
  (gray) => {
    const added = addedTo(gray);
    expect(Math.abs(mean(added))).toBeLessThan(0.0005);
    expect(Math.sqrt(mean(added.map((value) => value * value)))).toBeCloseTo(0.02, 3);
  },
);

test("noise is nearly normal: about 68 % of samples within one standard deviation, 95 % within two, none beyond four", () => {
  const added = addedTo(0.5);
  const within = (deviations: number): number =>
    mean(added.map((value) => (Math.abs(value) < 0.02 * deviations ? 1 : 0)));
  expect(within(1)).toBeCloseTo(0.67, 1);
  expect(within(2)).toBeCloseTo(0.955, 2);
  expect(within(4)).toBe(1);
});

test.each([1, 2, SIDE - 1, SIDE, SIDE + 1])("noise at samples %i apart is uncorrelated", (apart) => {
  const added = addedTo(0.5);
  const together = added.subarray(apart).map((value, i) => (value * added[i]!) / 0.0004);
  expect(Math.abs(mean(together))).toBeLessThan(0.03);
});

test("noise is deterministic and does not change the image", () => {
  const picture = sheet(0.5);
  expect(withNoise(picture, null)).toEqual(withNoise(picture, null));
  expect(picture).toEqual(sheet(0.5));
});

test("noise on black and white is one-sided and stays in range", () => {
  const [black, white] = [withNoise(sheet(0), null).data, withNoise(sheet(1), null).data];
  expect(Math.min(...black)).toBe(0);
  expect(Math.max(...black)).toBeLessThan(toLight(0.08));
  expect(Math.max(...white)).toBe(1);
  expect(Math.min(...white)).toBeGreaterThan(toLight(0.92));
});

test("noise keeps transparent areas dark", () => {
  const { width, height } = sheet(0.5);
  const opacity = { width, height, data: new Float32Array(width * height).fill(0.1) };
  expect(Math.max(...withNoise(sheet(0.5), opacity).data)).toBeLessThanOrEqual(Math.fround(0.1));
});

test("noise never exceeds the opacity: transparent stays transparent, half a gray stays at most half", () => {
  const clear = { ...sheet(0), data: new Float32Array(SIDE * SIDE) };
  expect(Math.max(...withNoise(sheet(0), clear).data)).toBe(0);
  const half = { ...clear, data: clear.data.map(() => toLight(0.5)) };
  expect(Math.max(...withNoise(sheet(0.5), half).data)).toBeCloseTo(toLight(0.5), 6);
  expect(Math.min(...withNoise(sheet(0.5), half).data)).toBeLessThan(toLight(0.46));
});
