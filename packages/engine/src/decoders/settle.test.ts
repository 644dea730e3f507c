import { expect, test } from "vitest";
import { surroundingsOf } from "./page.ts";
import { settle } from "./tone.ts";

const SIZE = { columns: 3, rows: 3 };

test("surroundings count a cell four times, those beside it twice and those at its corners once", () => {
  const { mean, variance } = surroundingsOf(Float32Array.of(16, 0, 0, 0, 0, 0, 0, 0, 0), SIZE);
  // the middle sees the lit corner once; the corner itself goes on beyond the border, and so counts 9 of 16
  expect(mean[4]).toBe(1);
  expect(mean[0]).toBe(9);
  expect(mean[8]).toBe(0);
  expect(variance[4]).toBe(15);
  expect(variance[8]).toBe(0);
});

test("a speck as faint as the glyphs' own grain goes, a bright one stays", () => {
  const speck = (light: number) => settle(Float32Array.of(0, 0, 0, 0, light, 0, 0, 0, 0), SIZE)[4]!;
  expect(speck(0.03)).toBeLessThan(0.5 * 0.03);
  expect(speck(0.6)).toBeGreaterThan(0.97 * 0.6);
});

test("an edge as high as the range is kept, and the light on both its sides", () => {
  const edge = Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1);
  const settled = settle(edge, SIZE);
  for (let cell = 0; cell < 9; cell++) expect(settled[cell]).toBeCloseTo(edge[cell]!, 2);
});
