import { PARAMS, type QualityTarget } from "@lumiglyph/contract";
import { describe, expect, test } from "vitest";
import { KINDS, movesFor } from "./direct.ts";
import { TUNABLE, type Tuning } from "./evidence.ts";
import type { Facts } from "./facts.ts";

const TARGETS: readonly QualityTarget[] = PARAMS.qualityTarget.values;

/** A picture by day of things with hard edges. */
const PLAIN: Facts = { noise: 0.01, dark: 0.05, middle: 0.5, bright: 0.95, shadows: 0.2, edges: 0.2, skin: 0.1 };

const KIND_OF: readonly (readonly [picture: string, facts: Partial<Facts>, kind: string])[] = [
  ["a street by day", {}, "texture"],
  ["a drawing on white paper", { middle: 1 }, "paper"],
  ["a scan, however grainy its paper is", { middle: 0.97, noise: 0.1 }, "paper"],
  ["a photograph on fast film", { noise: 0.08 }, "grain"],
  ["a night on fast film", { noise: 0.08, shadows: 0.9 }, "grain"],
  ["a street by night", { shadows: 0.8 }, "night or soft"],
  ["fog", { edges: 0.01 }, "night or soft"],
  ["a face out of focus", { edges: 0.03, skin: 0.6 }, "night or soft"],
  ["a face by candlelight", { shadows: 0.7, edges: 0.08, skin: 0.6 }, "night or soft"],
  ["a face", { edges: 0.08, skin: 0.6 }, "skin"],
  ["a crowd", { edges: 0.3, skin: 0.6 }, "texture"],
  ["somebody far away", { edges: 0.08, skin: 0.1 }, "texture"],
];

test.each(KIND_OF)("%s is tuned as its kind, the first that it is", (_, given, kind) => {
  const facts = { ...PLAIN, ...given };
  const [is] = KINDS.filter((kind) => kind.is(facts));
  expect(is!.name).toBe(kind);
  expect(movesFor("balanced", facts).at(-1)).toEqual([is!.set]);
});

test("every picture is of some kind, and every kind is told apart by some picture", () => {
  expect(new Set(KIND_OF.map(([, , kind]) => kind))).toEqual(new Set(KINDS.map(({ name }) => name)));
  expect(KINDS.at(-1)!.is(PLAIN)).toBe(true);
  const sets = KINDS.map(({ set }) => JSON.stringify(set));
  expect(new Set(sets).size).toBe(KINDS.length);
});

const ALL_FACTS: readonly Facts[] = KIND_OF.map(([, given]) => ({ ...PLAIN, ...given }));

/** Every tuning that a target may try, whatever the picture. */
const tuningsOf = (target: QualityTarget): readonly Tuning[] =>
  ALL_FACTS.flatMap((facts) => movesFor(target, facts).flat());

describe.each(TARGETS)("the moves for %s", (target) => {
  test("begin with the whole range of the picture and none of it lost", () => {
    for (const facts of ALL_FACTS) {
      expect(movesFor(target, facts)[0]).toEqual([{ contrast: 1, autoLevels: PARAMS.autoLevels.max }]);
    }
  });

  test("stay within the range of their parameters, and move each of them", () => {
    for (const tuning of tuningsOf(target)) {
      for (const [name, value] of Object.entries(tuning)) {
        expect(TUNABLE as readonly string[]).toContain(name);
        const { min, max, default: usual } = PARAMS[name as (typeof TUNABLE)[number]];
        expect(value >= min && value <= max).toBe(true);
        expect(value).not.toBe(usual);
      }
    }
  });

  test("are the same for the same facts", () => {
    for (const facts of ALL_FACTS) expect(movesFor(target, facts)).toEqual(movesFor(target, { ...facts }));
  });
});

test("the default target is the quickest: three pages, where others take no more than eight", () => {
  const pages = (target: QualityTarget): number[] =>
    ALL_FACTS.map((facts) => 1 + movesFor(target, facts).flat().length);
  expect(new Set(pages(PARAMS.qualityTarget.default))).toEqual(new Set([3]));
  for (const target of TARGETS) expect(Math.max(...pages(target))).toBeLessThanOrEqual(8);
});
