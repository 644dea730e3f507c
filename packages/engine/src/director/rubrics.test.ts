import { PARAMS } from "@lumiglyph/contract";
import { describe, expect, test } from "vitest";
import { COMPONENTS, type ComponentName } from "./components.ts";
import { RUBRICS } from "./rubrics.ts";

describe.each(PARAMS.qualityTarget.values)("the rubric of %s", (target) => {
  const demands = Object.entries(RUBRICS[target].demands);

  test("weighs its components to 1 in all", () => {
    expect(demands.reduce((sum, [, { weight }]) => sum + weight, 0)).toBeCloseTo(1, 12);
  });

  test("asks of each component something that can be missed and can be met", () => {
    for (const [name, { weight, threshold }] of demands) {
      expect(weight).toBeGreaterThan(0);
      expect(threshold).toBeGreaterThan(0);
      expect(threshold).toBeLessThan(COMPONENTS[name as ComponentName].full ?? 1);
    }
  });
});
