import { expect, test } from "vitest";
import { createTally } from "./noise-level.ts";

test("a tally tells below what a share of its numbers lies", () => {
  const tally = createTally();
  for (let i = 0; i < 1000; i++) tally.add(i / 10_000);
  expect(tally.take(0.2)).toBeCloseTo(0.02, 3);
});

test("it is empty again afterwards", () => {
  const tally = createTally();
  tally.add(0.2);
  tally.take(0.5);
  expect(tally.take(0.5)).toBe(Number.POSITIVE_INFINITY);
  for (const value of [0.01, 0.01, 0.01]) tally.add(value);
  expect(tally.take(0.5)).toBeCloseTo(0.01, 3);
});

test("what is larger than any noise is counted, however large it is", () => {
  const tally = createTally();
  for (const value of [0.001, 0.3, 5, Number.POSITIVE_INFINITY]) tally.add(value);
  expect(tally.take(0.2)).toBeCloseTo(0.001, 3);
});
