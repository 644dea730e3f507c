import { PARAMS } from "@lumiglyph/contract";
import { expect, test } from "vitest";
import { paramsWith } from "../../../tests/support/params.ts";
import { candidatesWithin, candidateWork, effortFor, FULL_EFFORT, WORK_LIMIT } from "./work.ts";

const LARGEST = { columns: 400, rows: 600 };
const COLOR = { color: true, format: "svg" } as const;
const TARGETS = PARAMS.qualityTarget.values;

/** Columns and rows of a picture in a shape of 4 : 3. */
const usual = (columns: number) => ({ columns, rows: Math.round((columns * 3) / 8) });

test.each(TARGETS)("a grid of usual size is searched in full, with every candidate for %s", (qualityTarget) => {
  for (const columns of [80, 120, 160]) {
    for (const given of [{}, COLOR, { ...COLOR, fill: 0.6 }]) {
      const params = paramsWith({ ...given, qualityTarget });
      expect(effortFor(params, usual(columns))).toEqual(FULL_EFFORT);
      expect(candidatesWithin(params, usual(columns))).toBeGreaterThanOrEqual(8);
    }
  }
});

test("the largest grid gets one candidate, in every charset and target", () => {
  for (const charset of PARAMS.charset.values) {
    for (const qualityTarget of TARGETS) {
      for (const colors of PARAMS.colors.values) {
        const params = paramsWith({ ...COLOR, charset, colors, qualityTarget });
        expect(candidatesWithin(params, LARGEST)).toBe(1);
      }
    }
  }
});

test("a candidate that exceeds the limit is searched with less: first fewer colors, then fewer passes", () => {
  const params = paramsWith({ ...COLOR, charset: "octants", colors: "256" });
  const efforts = [60, 150, 200, 300, 400].map((rows) => effortFor(params, { columns: 400, rows }));
  expect(efforts[0]).not.toEqual(efforts.at(-1));
  for (const [i, effort] of efforts.entries()) {
    expect(effort.colors).toBeLessThanOrEqual(efforts[Math.max(0, i - 1)]!.colors);
    if (effort.passes < FULL_EFFORT.passes) expect(effort.colors).toBeLessThan(FULL_EFFORT.colors);
  }
});

test("within the limit, no search is shortened, and the candidates cost no more than it", () => {
  for (const charset of PARAMS.charset.values) {
    for (let rows = 5; rows <= 600; rows += 45) {
      const [params, size] = [paramsWith({ ...COLOR, charset }), { columns: 400, rows }];
      const price = candidateWork(params, size, effortFor(params, size));
      const candidates = candidatesWithin(params, size);
      if (candidates > 1) expect(candidates * price).toBeLessThanOrEqual(WORK_LIMIT);
      if (candidateWork(params, size, FULL_EFFORT) <= WORK_LIMIT) expect(effortFor(params, size)).toEqual(FULL_EFFORT);
    }
  }
});

test("pages that are rendered more than once share the limit", () => {
  const candidates = (given: Parameters<typeof paramsWith>[0]) =>
    candidatesWithin(paramsWith({ format: "svg", ...given }), { columns: 200, rows: 60 });
  const one = candidates({});
  expect(candidates({ theme: "auto" })).toBe(Math.floor(one / 2));
  expect(candidates({ maxCharacters: 50_000 })).toBe(Math.floor(one / 3));
});

test("tunable parameters do not change the cost", () => {
  const size = usual(200);
  const tuned = { contrast: 2, gamma: 0.5, structure: 0, denoise: 0, sharpen: 0, saturation: 0 };
  const price = (given: typeof tuned | object) => candidateWork(paramsWith({ ...COLOR, ...given }), size, FULL_EFFORT);
  expect(price(tuned)).toBe(price({}));
});
