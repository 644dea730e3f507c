import { PARAMS } from "@lumiglyph/contract";
import { describe, expect, test } from "vitest";
import { COMPONENTS, type ComponentName } from "./components.ts";
import { RUBRICS } from "./rubrics.ts";

describe.each(PARAMS.qualityTarget.values)("the rubric of %s", (target) => {
  const demands = Object.entries(RUBRICS[target].demands);

  test("has weights that sum to 1", () => {
    expect(demands.reduce((sum, [, { weight }]) => sum + weight, 0)).toBeCloseTo(1, 12);
  });

  test("has thresholds that can be missed and met", () => {
    for (const [name, { weight, threshold }] of demands) {
      expect(weight).toBeGreaterThan(0);
      expect(threshold).toBeGreaterThan(0);
      expect(threshold).toBeLessThan(COMPONENTS[name as ComponentName].full ?? 1);
    }
  });
});
