import { describe, expect, test } from "vitest";
import { startFrame } from "../../../../tests/support/frames.ts";
import { paramsWith } from "../../../../tests/support/params.ts";
import { paintGray } from "../../../../tests/support/rasters.ts";
import type { Frame } from "../frame.ts";
import { adviseOn } from "./advice.ts";
import type { Mark, Take, TryOut } from "./judge.ts";

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

/** Sketches on which the codebook, and then all glyphs, come to these marks. */
const sketching = (codebook: Take, all: Take): { readonly sketch: TryOut; readonly drawn: string[] } => {
  const drawn: string[] = [];
  return {
    drawn,
    sketch: ({ glyphStrategy }) => {
      drawn.push(glyphStrategy);
      return glyphStrategy === "fixed" ? all : codebook;
    },
  };
};

test("a target that is met needs no advice", () => {
  expect(adviseOn(takeWith(0.8, 0.9), null)).toBeNull();
});

test("where nothing was tuned it says why, and names the component that is furthest off in proportion", () => {
  const untuned = (given: Parameters<typeof paramsWith>[0]): string | null =>
    adviseOn({ ...takeWith(0.7, 0.85), params: paramsWith(given) }, null);
  const worst = "Tone, 0.700 where 0.8 is asked, misses most.";
  expect(untuned({ autoOptimize: 0 })).toBe(`Nothing was tuned: autoOptimize above 0 lets the Director try. ${worst}`);
  expect(untuned({ edges: true })).toBe(`Line art is never tuned. ${worst}`);
  expect(untuned({})).toBe(`Nothing was tuned: all that may be was set by the caller. ${worst}`);
});

describe("where something was tuned and still missed", () => {
  const ALL_GLYPHS = "By a sketch, all glyphs of the charset would meet the target: glyphStrategy=fixed.";

  test("all glyphs are advised if, by as much as they gain on a sketch, the page would hold every threshold", () => {
    const { sketch, drawn } = sketching(takeWith(0.7, 0.8), takeWith(0.76, 0.84));
    expect(adviseOn(takeWith(0.78, 0.88), sketch)).toBe(ALL_GLYPHS);
    expect(drawn).toEqual(["adaptive", "fixed"]);
  });

  test("they are not if one threshold would be missed, or held by a hair", () => {
    const missed = "Nothing that was tried would meet the target; structure, 0.870 where 0.9 is asked, misses most.";
    const gaining = (structure: number) => sketching(takeWith(0.7, 0.8), takeWith(0.8, 0.8 + structure)).sketch;
    expect(adviseOn(takeWith(0.82, 0.87), gaining(0.02))).toBe(missed);
    expect(adviseOn(takeWith(0.82, 0.87), gaining(0.031))).toBe(missed);
    expect(adviseOn(takeWith(0.82, 0.87), gaining(0.04))).toBe(ALL_GLYPHS);
  });

  test("what is out of reach is not even sketched", () => {
    const { sketch, drawn } = sketching(takeWith(0, 0), takeWith(1, 1));
    expect(adviseOn(takeWith(0.5, 0.95), sketch)).toBe(
      "Nothing that was tried would meet the target; tone, 0.500 where 0.8 is asked, misses most.",
    );
    expect(drawn).toEqual([]);
  });

  test("nobody is advised to take all glyphs who has them", () => {
    const { sketch, drawn } = sketching(takeWith(0, 0), takeWith(1, 1));
    expect(adviseOn(takeWith(0.79, 0.95, START), sketch)).toContain("Nothing that was tried");
    expect(drawn).toEqual([]);
  });
});
