import { expect, test } from "vitest";
import { ATLAS } from "../glyphs/atlas.ts";
import { ANY_SHAPE, AROUND, SPREADS } from "./tone.ts";

const spreadOf = (glyph: string): number[] => {
  const from = ATLAS.indexOf(glyph) * AROUND;
  return [...SPREADS.subarray(from, from + AROUND)];
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

test("every glyph that has light gives all of it away, most of it to its own cell", () => {
  for (const glyph of ATLAS.glyphs.filter((glyph) => glyph !== " ")) {
    const spread = spreadOf(glyph);
    expect(sum(spread), glyph).toBeCloseTo(1, 6);
    expect(spread.indexOf(Math.max(...spread)), glyph).toBe(4);
    expect(Math.min(...spread), glyph).toBeGreaterThanOrEqual(0);
  }
  expect(sum(spreadOf(" "))).toBe(0);
});

test("a glyph of any shape has a spread between theirs, and a full block one that is alike on both sides", () => {
  const any = [...SPREADS.subarray(ANY_SHAPE * AROUND)];
  expect(sum(any)).toBeCloseTo(1, 6);
  expect(any[4]).toBeGreaterThan(0.5);
  const block = spreadOf("█");
  for (const [one, other] of [
    [0, 8],
    [1, 7],
    [3, 5],
  ] as const) {
    expect(block[one]).toBeCloseTo(block[other]!, 3);
  }
});

test("the blur reaches farther across narrow cells than along them", () => {
  const block = spreadOf("█");
  expect(block[3]).toBeGreaterThan(1.5 * block[1]!);
});
