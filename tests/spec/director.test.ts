import { DEFAULT_PARAMS, fieldsOf, parse, type RenderParams } from "@lumiglyph/contract";
import { type Raster, render } from "@lumiglyph/engine";
import { beforeAll, expect } from "vitest";
import { parsed } from "../support/params.ts";
import { paintGray } from "../support/rasters.ts";
import { picture } from "./drawn.ts";
import { verifies } from "./verifies.ts";

let noise: Raster;
let portrait: Raster;

beforeAll(async () => {
  noise = await picture("charts/noise.png");
  portrait = await picture("portrait.png");
});

const quality = (raster: Raster, given: Partial<RenderParams> = {}) =>
  render(raster, parsed({ columns: 40, ...given })).quality;

verifies(
  ["director:status"],
  "No target is claimed to be met before its rubric is measured; a component says whether it holds its threshold.",
  () => {
    const black = paintGray(64, 64, () => 0);
    const coarse = quality(noise, { columns: 8, charset: "binary", glyphStrategy: "fixed" });
    expect([quality(black), coarse].map(({ components }) => components[0]?.met)).toEqual([true, false]);
    for (const { status, components } of [quality(portrait), quality(noise), quality(black), coarse]) {
      expect(status).toBe("best_effort");
      expect(components.map(({ met }) => met)).toEqual(components.map(({ value, threshold }) => value >= threshold));
    }
  },
);

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
