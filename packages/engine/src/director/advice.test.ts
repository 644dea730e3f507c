import { describe, expect, test } from "vitest";
import { startFrame } from "../../../../tests/support/frames.ts";
import { paramsWith } from "../../../../tests/support/params.ts";
import { paintGray } from "../../../../tests/support/rasters.ts";
import type { Frame } from "../frame.ts";
import { adviseOn, type Mark, type Take } from "./direct.ts";

const START = startFrame(
  paintGray(1, 1, () => 0),
  { columns: 1, rows: 1 },
);
const ADAPTED: Frame = { ...START, codebook: { ...START.codebook, adapted: true } };

const mark = (name: Mark["name"], value: number, threshold: number): Mark => ({
  name,
  value,
  threshold,
  met: value >= threshold,
});

const takeWith = (tone: number, structure: number, frame = ADAPTED): Take => ({
  params: paramsWith(),
  frame,
  score: 0.8,
  marks: [mark("tone", tone, 0.8), mark("structure", structure, 0.9)],
});

test.each([true, false])("a target that is met needs no advice, tuned (%s) or not", (isTuned) => {
  expect(adviseOn(takeWith(0.8, 0.9), isTuned)).toBeNull();
});

test("where nothing was tuned it says why, and names the component that is furthest off in proportion", () => {
  const untuned = (given: Parameters<typeof paramsWith>[0]): string | null =>
    adviseOn({ ...takeWith(0.7, 0.85), params: paramsWith(given) }, false);
  const worst = "Tone, 0.700 where 0.8 is asked, misses most.";
  expect(untuned({ autoOptimize: 0 })).toBe(`Nothing was tuned: autoOptimize above 0 lets the Director try. ${worst}`);
  expect(untuned({ edges: true })).toBe(`Line art is never tuned. ${worst}`);
  expect(untuned({})).toBe(`Nothing was tuned: all was set by the caller. ${worst}`);
});

describe("where something was tuned and still missed", () => {
  const missed = "Nothing tried meets the target; structure, 0.810 where 0.9 is asked, misses most.";

  test("it names the component that is furthest off in proportion, not the one that is furthest off", () => {
    expect(adviseOn(takeWith(0.79, 0.81, START), true)).toBe(missed);
    expect(adviseOn(takeWith(0.71, 0.81, START), true)).toContain("tone, 0.710 where 0.8 is asked");
  });

  test("more glyphs are offered to those who have a codebook, and to nobody who has all of them", () => {
    expect(adviseOn(takeWith(0.79, 0.81, ADAPTED), true)).toBe(`${missed} glyphStrategy=fixed usually comes closer.`);
    expect(adviseOn(takeWith(0.79, 0.81, START), true)).not.toContain("glyphStrategy");
  });
});
