import { DEFAULT_PARAMS, fieldsOf, PARAMS, parse, type QualityTarget, type RenderParams } from "@lumiglyph/contract";
import { type Raster, render } from "@lumiglyph/engine";
import { beforeAll, expect } from "vitest";
import { parsed } from "../support/params.ts";
import { paintGray } from "../support/rasters.ts";
import { picture } from "./drawn.ts";
import { verifies } from "./verifies.ts";

let noise: Raster;
let portrait: Raster;
let moonlit: Raster;

beforeAll(async () => {
  noise = await picture("charts/noise.png");
  portrait = await picture("portrait.png");
  moonlit = await picture("moonlit.png");
});

const quality = (raster: Raster, given: Partial<RenderParams> = {}) =>
  render(raster, parsed({ columns: 40, ...given })).quality;

const TARGETS = PARAMS.qualityTarget.values;
const TUNABLE = ["contrast", "brightness", "gamma", "sharpen", "autoLevels", "structure", "denoise"];

verifies(["director:status"], "The target is met only where every component holds its threshold.", () => {
  const black = paintGray(64, 64, () => 0);
  const coarse = quality(portrait, { columns: 8, charset: "binary", glyphStrategy: "fixed" });
  expect([quality(black).status, coarse.status]).toEqual(["target_met", "best_effort"]);
  for (const { status, components } of [quality(portrait), quality(noise), quality(black), coarse]) {
    expect(components.map(({ met }) => met)).toEqual(components.map(({ value, threshold }) => value >= threshold));
    expect(status).toBe(components.every(({ met }) => met) ? "target_met" : "best_effort");
  }
});

verifies(["director:advice"], "A missed target comes with a sentence, a met one with none.", () => {
  const coarse = quality(portrait, { columns: 8, charset: "binary", glyphStrategy: "fixed" });
  expect(coarse.advice).toMatch(
    /^Nothing that was tried would meet the target; \w+, [0-9.]+ where [0-9.]+ is asked, misses most\.$/,
  );
  expect(quality(portrait, { columns: 8, charset: "binary", autoOptimize: 0 }).advice).toMatch(
    /^Nothing was tuned: autoOptimize/,
  );
  expect(quality(paintGray(64, 64, () => 0)).advice).toBeNull();
});

verifies(["director:locked"], "What may be tuned and was set to another value is locked, and nothing else.", () => {
  expect(quality(portrait).locked).toEqual([]);
  expect(quality(portrait, { contrast: 2, columns: 32, invert: true }).locked).toEqual(["contrast"]);
  const all = { contrast: 2, brightness: 5, gamma: 1.1, sharpen: 0.1, autoLevels: 0.1, structure: 0.1, denoise: 0.1 };
  const { locked, tuned } = quality(portrait, all);
  expect(locked.toSorted()).toEqual(Object.keys(all).toSorted());
  expect(tuned).toEqual({});
});

verifies(["director:explicit-default"], "Naming a default is like not naming it.", () => {
  const named = parse(fieldsOf(DEFAULT_PARAMS, "json"));
  expect(named).toEqual(parse([]));
  const { contrast, gamma, denoise } = DEFAULT_PARAMS;
  const explicit = parsed({ columns: 40, format: "json", contrast, gamma, denoise });
  const omitted = parsed({ columns: 40, format: "json" });
  expect(render(portrait, explicit).body).toBe(render(portrait, omitted).body);
});

verifies(["director:off"], "With autoOptimize 0 nothing is tuned, and quality is measured all the same.", () => {
  const wanted = parsed({ columns: 40, format: "json", autoOptimize: 0 });
  const { body, quality: found } = render(portrait, wanted);
  expect(found.tuned).toEqual({});
  expect(JSON.parse(body).params).toEqual(wanted.params);
  expect(found.evaluations).toBe(1);
  expect(found.components.length).toBeGreaterThan(0);
  expect(found.score).toBeGreaterThan(0);
  const coarse = { columns: 40, autoOptimize: 0, charset: "binary", glyphStrategy: "fixed" } as const;
  expect(quality(portrait, coarse).score).toBeLessThan(found.score);
});

/** Every tuning of three pictures under all five targets. */
const tunings = () =>
  [portrait, moonlit, noise].flatMap((raster) =>
    TARGETS.map((qualityTarget) => ({ raster, qualityTarget, found: quality(raster, { qualityTarget }) })),
  );

verifies(
  ["director:tunes", "director:tunable", "director:tuned", "director:never-worse"],
  "Pictures are tuned, only in what may be tuned, the evidence says from where to where, and never to a lower score.",
  () => {
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
      render(tuned.raster, parsed({ columns: 40, qualityTarget: tuned.qualityTarget, format: "json" })).body,
    );
    for (const [name, { from, to }] of Object.entries(tuned.found.tuned)) {
      expect(from).toBe(PARAMS[name as "gamma"].default);
      expect(art.params[name]).toBe(to);
    }
  },
);

/** What the Director may find best, as docs/reference/quality.md has it. */
const BEST: { readonly [name: string]: readonly number[] } = {
  gamma: [0.88],
  brightness: [-15, 15],
  contrast: [1.35],
  autoLevels: [0.75, 1],
  sharpen: [0, 0.9],
  structure: [0],
  denoise: [0.9],
};

verifies(
  ["director:strength", "effect:autoOptimize"],
  "A tuned value is given + strength × (best − given), whatever the strength.",
  () => {
    const tuned = [0.4, 0.7, 1].flatMap((autoOptimize) =>
      [portrait, moonlit, noise].flatMap((raster) =>
        (["motion", "portrait", "round-trip"] as const).flatMap((qualityTarget) =>
          Object.entries(quality(raster, { qualityTarget, autoOptimize }).tuned).map(([name, { from, to }]) => {
            const nearest = Math.min(...BEST[name]!.map((best) => Math.abs(to - from - autoOptimize * (best - from))));
            return { autoOptimize, name, isOnTheWay: nearest <= 0.0005001 };
          }),
        ),
      ),
    );
    expect(tuned.filter(({ isOnTheWay }) => !isOnTheWay)).toEqual([]);
    expect(new Set(tuned.map(({ autoOptimize }) => autoOptimize)).size).toBe(3);
    expect(tuned.length).toBeGreaterThan(5);
  },
);

verifies(["effect:qualityTarget"], "The target selects the rubric: its components, and what is tuned for them.", () => {
  const found = new Map<QualityTarget, string>(
    TARGETS.map((qualityTarget) => [
      qualityTarget,
      quality(portrait, { qualityTarget })
        .components.map(({ name }) => name)
        .join(" "),
    ]),
  );
  expect(Object.fromEntries(found)).toEqual({
    balanced: "structure tone edges shadows",
    portrait: "tone structure edges",
    motion: "stability structure tone",
    "low-light": "shadows structure edges tone",
    "round-trip": "psnr structure",
  });
});
