import { expect, test } from "vitest";
import { createRateLimit } from "./sender.ts";

/** How many of these times are allowed. */
const through = (perSecond: number, times: readonly number[]): number =>
  times.filter(createRateLimit(perSecond)).length;

const evenly = (perSecond: number, seconds: number): readonly number[] =>
  Array.from({ length: perSecond * seconds }, (_, at) => (1000 * at) / perSecond);

test("allows every event at the permitted rate", () => {
  expect(through(60, evenly(60, 30))).toBe(1800);
});

test("allows a delayed burst", () => {
  const heldUp = evenly(60, 10).map((time, at) => (at % 30 < 2 ? time + 33 - (at % 30) * 16 : time));
  expect(through(60, heldUp)).toBe(600);
});

test("limits events above the permitted rate", () => {
  expect(through(10, evenly(60, 10))).toBeGreaterThanOrEqual(100);
  expect(through(10, evenly(60, 10))).toBeLessThanOrEqual(104);
});

test("does not accumulate unused allowance", () => {
  const pace = createRateLimit(10);
  for (let at = 0; at < 20; at++) pace(0);
  expect(Array.from({ length: 20 }, () => pace(60_000)).filter(Boolean)).toHaveLength(4);
});
