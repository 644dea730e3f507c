import { PARAM_NAMES, PARAMS } from "@lumiglyph/contract";
import { describe, expect, it } from "vitest";
import { choiceLabel, PANEL, panelLabel } from "./panel.ts";

describe("the studio's panel", () => {
  it("has each parameter in exactly one section", () => {
    const placed = PANEL.flatMap(({ params }) => params);
    expect(placed.toSorted()).toEqual(PARAM_NAMES.toSorted());
  });

  it("uses the parameter's label or one that fits its column", () => {
    for (const name of PARAM_NAMES) expect(panelLabel(name).length).toBeLessThanOrEqual(18);
    expect(panelLabel("edgeStrength")).toBe("Edge strength");
    expect(panelLabel("maxGlyphRmse")).toBe("Max RMSE");
  });

  it("has no duplicate label in a section", () => {
    for (const { params } of PANEL) expect(new Set(params.map(panelLabel)).size).toBe(params.length);
  });

  it("labels choices with words", () => {
    expect(PARAMS.qualityTarget.values.map(choiceLabel)).toEqual([
      "Balanced",
      "Portrait",
      "Motion",
      "Low light",
      "Round trip",
    ]);
  });
});
