import { PARAM_NAMES, paramRow } from "@lumiglyph/contract";
import { expect, test } from "vitest";
import { GROUPS, labelOf } from "./groups.ts";

test("each of the 22 parameters stands in exactly one group", () => {
  const placed = GROUPS.flatMap(({ params }) => params);
  expect(placed.toSorted()).toEqual(PARAM_NAMES.toSorted());
  expect(placed).toHaveLength(22);
});

test("a label is the contract's, or shorter", () => {
  for (const name of PARAM_NAMES) expect(labelOf(name).length).toBeLessThanOrEqual(paramRow(name).label.length);
  expect(labelOf("edgeStrength")).toBe("Edge strength");
  expect(labelOf("maxGlyphRmse")).toBe("Max RMSE");
});

test("no two rows of a section have the same label", () => {
  for (const { params } of GROUPS) expect(new Set(params.map(labelOf)).size).toBe(params.length);
});
