import { describe, expect, test } from "vitest";
import { ATLAS } from "../glyphs/atlas.ts";
import { rampOf } from "../glyphs/ramps.ts";
import { FOOT, FOOT_HEIGHT, FOOT_WIDTH } from "./footprints.ts";
import { glyphSet, INNER, INNER_OFFSET, INNER_WIDTH, NEAR_STEPS } from "./glyph-set.ts";

const SAMPLES_IN_CELL = 8;

const sum = (values: Float32Array): number => values.reduce((total, value) => total + value, 0);

describe.each(["detailed", "standard", "blocks", "dots", "binary", "minimal"] as const)("the set of %s", (charset) => {
  const ramp = rampOf(charset);
  const set = glyphSet(ramp);
  const footOf = (g: number) => set.foot.subarray(g * FOOT, (g + 1) * FOOT);

  test("spreads each glyph's light over its footprint, next to none of it lost", () => {
    ramp.forEach((glyph, g) => {
      expect(Math.abs(sum(footOf(g)) / SAMPLES_IN_CELL - ATLAS.tone[glyph]!)).toBeLessThan(
        0.004 * ATLAS.tone[glyph]! + 1e-9,
      );
    });
  });

  test("has a gray of unit light behind its glyphs", () => {
    expect(set.foot).toHaveLength((set.count + 1) * FOOT);
    expect(Math.abs(sum(footOf(set.count)) / SAMPLES_IN_CELL - 1)).toBeLessThan(0.004);
  });

  test("has for its inner samples the middle of the footprint", () => {
    for (let g = 0; g <= set.count; g++) {
      const middle = [...footOf(g)].filter((_, i) => {
        const [x, y] = [i % FOOT_WIDTH, Math.floor(i / FOOT_WIDTH)];
        const within = (at: number, length: number) => at >= INNER_OFFSET && at < length - INNER_OFFSET;
        return within(x, FOOT_WIDTH) && within(y, FOOT_HEIGHT);
      });
      expect([...set.inner.subarray(g * INNER, (g + 1) * INNER)]).toEqual(middle);
    }
    expect(FOOT_WIDTH - 2 * INNER_OFFSET).toBe(INNER_WIDTH);
  });

  test("finds the glyph nearest to any light", () => {
    set.near.forEach((glyph, step) => {
      const light = (step / NEAR_STEPS) * set.densest;
      const distances = [...set.tone].map((tone) => Math.abs(tone - light));
      expect(distances[glyph]).toBe(Math.min(...distances));
    });
    expect([set.near[0], set.near[NEAR_STEPS]]).toEqual([0, set.count - 1]);
  });

  test("has a floor between nothing and its densest glyph", () => {
    expect(set.floor).toBeGreaterThan(0);
    expect(set.floor).toBeLessThan(set.densest);
  });
});

test("a set of the blank alone has no floor", () => {
  const set = glyphSet(rampOf("standard").slice(0, 1));
  expect(set).toMatchObject({ count: 1, densest: 0, floor: 0 });
});
