import type { RenderParams } from "@lumiglyph/contract";
import { expect, test } from "vitest";
import { paramsWith } from "../../../../tests/support/params.ts";
import { initialStateOf } from "../../../../tests/support/pipeline-state.ts";
import { paint } from "../../../../tests/support/rasters.ts";
import { grid } from "./grid.ts";

const SIZE = { columns: 8, rows: 4 };
const BROWN = initialStateOf(
  paint(16, 8, () => [60, 30, 0]),
  SIZE,
);

/** The first cell's color. */
const firstOf = (state: typeof BROWN): readonly number[] => [
  ...grid.run(state, paramsWith({ color: true, saturation: 1 })).colors!.subarray(0, 3),
];

test("the inks of glyphs that were matched in white are the brightest of their hues", () => {
  const [red, green, blue] = firstOf(BROWN);
  expect(red).toBe(255);
  expect(green).toBeCloseTo(148, -1);
  expect(blue).toBeLessThan(40);
});

test("other inks have the hue and the luminance that were chosen for them (answers 8.9)", () => {
  const hues = { hue: Float32Array.from({ length: 96 }, (_, i) => [2, 0.8, 0.1][i % 3]!), most: new Float32Array(32) };
  const inks = new Float32Array(32).fill(0.25);
  expect(firstOf({ ...BROWN, hues, inks })).toEqual([188, 124, 44]);
});

test.each<[Partial<RenderParams>, boolean]>([
  [{ color: false, format: "html" }, false],
  [{ color: true, format: "text" }, true],
])("with %o, the stage runs: %s", (given, wanted) => {
  expect(grid.wanted(paramsWith(given))).toBe(wanted);
});
