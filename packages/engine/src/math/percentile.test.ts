import fc from "fast-check";
import { expect, test } from "vitest";
import { percentile } from "./percentile.ts";

test("the percentile is the lowest bin that reaches the rank", () => {
  const counts = Uint32Array.of(0, 1, 2, 0, 1, 0);
  expect(percentile(counts, 0)).toBe(1);
  expect(percentile(counts, 0.25)).toBe(1);
  expect(percentile(counts, 0.26)).toBe(2);
  expect(percentile(counts, 0.75)).toBe(2);
  expect(percentile(counts, 0.76)).toBe(4);
  expect(percentile(counts, 1)).toBe(4);
});

test("a rank that only binary rounding pushes up stays in its bin", () => {
  const counts = new Uint32Array(100).fill(1);
  for (let rank = 1; rank <= 100; rank++) expect(percentile(counts, rank / 100)).toBe(rank - 1);
  expect(0.07 * 100).toBeGreaterThan(7);
});

test("an empty histogram gives the first bin", () => {
  expect(percentile(new Uint32Array(4), 0.5)).toBe(0);
});

test("the percentile equals the nearest rank in the sorted samples", () => {
  const samples = fc.array(fc.integer({ min: 0, max: 15 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(samples, fc.integer({ min: 0, max: 1000 }), (values, thousandths) => {
      const counts = new Uint32Array(16);
      for (const value of values) counts[value]!++;
      const sorted = values.toSorted((a, b) => a - b);
      const rank = Math.max(1, Math.ceil((thousandths * values.length) / 1000));
      expect(percentile(counts, thousandths / 1000)).toBe(sorted[rank - 1]);
    }),
  );
});
