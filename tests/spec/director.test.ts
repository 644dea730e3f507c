import {
  completeParams,
  DEFAULT_PARAMS,
  fieldsOf,
  givenNames,
  PARAM_NAMES,
  PARAMS,
  parse,
  type RenderParams,
  statedParams,
} from "@lumiglyph/contract";
import { type Raster, render } from "@lumiglyph/engine";
import { beforeAll, expect, test } from "vitest";
import type { Tuning } from "../../packages/engine/src/director/evidence.ts";
import { KINDS, movesFor } from "../../packages/engine/src/director/moves.ts";
import { RUBRICS } from "../../packages/engine/src/director/rubrics.ts";
import { optionsWith } from "../support/params.ts";
import { paintGray } from "../support/rasters.ts";
import { picture } from "./drawn.ts";

let noise: Raster;
let portrait: Raster;
let moonlit: Raster;

beforeAll(async () => {
  noise = await picture("charts/noise.png");
  portrait = await picture("portrait.png");
  moonlit = await picture("moonlit.png");
});

const quality = (raster: Raster, given: Partial<RenderParams> = {}) =>
  render(raster, optionsWith({ columns: 40, ...given })).quality;

const TARGETS = PARAMS.qualityTarget.values;
const TUNABLE = ["contrast", "brightness", "gamma", "sharpen", "autoLevels", "structure", "denoise"];

/** Three glyphs are too few for a face. */
const COARSE = { columns: 40, charset: "binary", glyphStrategy: "fixed" } as const;

test("The target is met only if every component meets its threshold (spec 1.4)", () => {
  const black = paintGray(64, 64, () => 0);
  const coarse = quality(portrait, COARSE);
  expect([quality(black).status, coarse.status]).toEqual(["target_met", "best_effort"]);
  for (const { status, components } of [quality(portrait), quality(noise), quality(black), coarse]) {
    expect(components.map(({ met }) => met)).toEqual(components.map(({ value, threshold }) => value >= threshold));
    expect(status).toBe(components.every(({ met }) => met) ? "target_met" : "best_effort");
  }
});

test("A missed target comes with advice, a met one without (spec 1.4)", () => {
  const misses = "\\w+, [0-9.]+ where [0-9.]+ is asked, misses most\\.";
  const tried = quality(portrait, COARSE).advice;
  expect(tried).toMatch(new RegExp(`^Nothing tried meets the target; ${misses}`));
  const untried = quality(portrait, { ...COARSE, autoOptimize: 0 }).advice;
  expect(untried).toMatch(/^Nothing was tuned: autoOptimize/);
  expect(untried).toMatch(new RegExp(misses));
  expect(quality(paintGray(64, 64, () => 0)).advice).toBeNull();
});

test("Given tunable parameters are locked, and nothing else is (answers 1.15)", () => {
  expect(quality(portrait).locked).toEqual([]);
  expect(quality(portrait, { contrast: 2, columns: 32, invert: true }).locked).toEqual(["contrast"]);
  const all = { contrast: 2, brightness: 5, gamma: 1.1, sharpen: 0.1, autoLevels: 0.1, structure: 0.1, denoise: 0.1 };
  const { locked, tuned } = quality(portrait, all);
  expect(locked.toSorted()).toEqual(Object.keys(all).toSorted());
  expect(tuned).toEqual({});
});

test("An explicitly given default is locked like any other value (answers 1.15)", () => {
  const named = parse(fieldsOf(DEFAULT_PARAMS, "json"));
  expect(named).toEqual({ options: DEFAULT_PARAMS });
  expect("options" in named && givenNames(named.options)).toEqual(PARAM_NAMES);
  expect(quality(portrait, { contrast: DEFAULT_PARAMS.contrast }).locked).toEqual(["contrast"]);
  for (const { raster, qualityTarget, found } of tunings()) {
    const names = Object.keys(found.tuned) as (keyof RenderParams)[];
    const given = Object.fromEntries(names.map((name) => [name, DEFAULT_PARAMS[name]]));
    const { locked, tuned } = quality(raster, { qualityTarget, ...given });
    expect(locked.toSorted()).toEqual(names.toSorted());
    for (const name of names) expect(tuned).not.toHaveProperty(name);
  }
});

test("autoOptimize 0 tunes nothing, and quality is still measured (answers 1.16)", () => {
  const options = optionsWith({ columns: 40, format: "json", autoOptimize: 0 });
  const { body, quality: found } = render(portrait, options);
  expect(found.tuned).toEqual({});
  expect(JSON.parse(body).params).toEqual(statedParams(completeParams(options)));
  expect(found.evaluations).toBe(1);
  expect(found.components.length).toBeGreaterThan(0);
  expect(found.score).toBeGreaterThan(0);
  const coarse = { columns: 40, autoOptimize: 0, charset: "binary", glyphStrategy: "fixed" } as const;
  expect(quality(portrait, coarse).score).toBeLessThan(found.score);
});

/** Every tuning of three images under all five targets. */
const tunings = () =>
  [portrait, moonlit, noise].flatMap((raster) =>
    TARGETS.map((qualityTarget) => ({ raster, qualityTarget, found: quality(raster, { qualityTarget }) })),
  );

test("Tuning only changes tunable parameters, reports from and to, and never lowers the score (spec 1.4; answers 1.15, 1.16)", () => {
  const all = tunings();
  const names = new Set(all.flatMap(({ found }) => Object.keys(found.tuned)));
  expect(names.size).toBeGreaterThan(1);
  for (const name of names) expect(TUNABLE).toContain(name);
  for (const { raster, qualityTarget, found } of all) {
    const untuned = quality(raster, { qualityTarget, autoOptimize: 0 });
    const isTuned = Object.keys(found.tuned).length > 0;
    expect(found.score > untuned.score).toBe(isTuned);
    if (!isTuned) expect(found.score).toBe(untuned.score);
  }
  const tuned = all.find(({ found }) => Object.keys(found.tuned).length > 0)!;
  const art = JSON.parse(
    render(tuned.raster, optionsWith({ columns: 40, qualityTarget: tuned.qualityTarget, format: "json" })).body,
  );
  for (const [name, { from, to }] of Object.entries(tuned.found.tuned)) {
    expect(from).toBe(PARAMS[name as "gamma"].default);
    expect(art.params[name]).toBe(to);
  }
});

/** Every value that the Director may choose, for images of every kind. */
const BEST: readonly Tuning[] = [
  ...KINDS.map(({ set }) => set),
  ...TARGETS.flatMap((target) =>
    movesFor(target, { noise: 0, dark: 0, middle: 0.5, shadows: 0, edges: 0, skin: 0 }).flat(),
  ),
];

test("A tuned value is given + strength × (best − given), for any strength (spec 2.2; answers 1.16)", () => {
  const tuned = [0.4, 0.7, 1].flatMap((autoOptimize) =>
    [portrait, moonlit, noise].flatMap((raster) =>
      (["motion", "portrait", "round-trip"] as const).flatMap((qualityTarget) =>
        Object.entries(quality(raster, { qualityTarget, autoOptimize }).tuned).map(([name, { from, to }]) => {
          const bests = BEST.flatMap((tuning) => tuning[name as keyof Tuning] ?? []);
          const nearest = Math.min(...bests.map((best) => Math.abs(to - from - autoOptimize * (best - from))));
          return { autoOptimize, name, isOnTheWay: nearest <= 0.0005001 };
        }),
      ),
    ),
  );
  expect(tuned.filter(({ isOnTheWay }) => !isOnTheWay)).toEqual([]);
  expect(new Set(tuned.map(({ autoOptimize }) => autoOptimize)).size).toBe(3);
  expect(tuned.length).toBeGreaterThan(5);
});

test("The target selects the rubric: its components, and what is tuned for them (spec 2.2)", () => {
  const found = TARGETS.map((qualityTarget) => quality(portrait, { qualityTarget }).components.map(({ name }) => name));
  expect(found).toEqual(TARGETS.map((target) => Object.keys(RUBRICS[target].demands)));
  expect(new Set(found.map((names) => names.join(" "))).size).toBe(TARGETS.length);
});
