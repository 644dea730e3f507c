import { PARAMS } from "@lumiglyph/contract";
import { describe, expect, test } from "vitest";
import { COMPONENTS, type ComponentName } from "./components.ts";
import { demandsOf, RUBRICS } from "./rubrics.ts";

describe.each(PARAMS.qualityTarget.values)("the rubric of %s", (target) => {
  const demands = Object.entries(RUBRICS[target].demands);
  const inColor = Object.entries(demandsOf(target, true));

  test("has weights that sum to 1", () => {
    for (const all of [demands, inColor]) {
      expect(all.reduce((sum, [, { weight }]) => sum + weight, 0)).toBeCloseTo(1, 12);
    }
  });

  test("has thresholds that can be missed and met", () => {
    for (const [name, { weight, threshold }] of inColor) {
      expect(weight).toBeGreaterThan(0);
      expect(threshold).toBeGreaterThan(0);
      expect(threshold).toBeLessThan(COMPONENTS[name as ComponentName].full ?? 1);
    }
  });

  test("gives color four tenths of the weight, and the others the rest in proportion", () => {
    const { color, ...others } = demandsOf(target, true);
    expect(color).toEqual({ weight: 0.4, threshold: 0.8 });
    for (const [name, { weight, threshold }] of demands) {
      const own = others[name as keyof typeof others]!;
      expect(own).toEqual({ weight: expect.closeTo(0.6 * weight, 12), threshold });
    }
  });

  test("adds only color if the page is in color", () => {
    expect(inColor.map(([name]) => name)).toEqual([...demands.map(([name]) => name), "color"]);
    expect(demandsOf(target, false)).toBe(RUBRICS[target].demands);
  });
});
