import { expect, test } from "vitest";
import { longWait, refusedShare, waitingShare } from "../../scripts/scale/queueing.ts";

test("who has to wait is as Erlang's tables have it", () => {
  expect(waitingShare(1, 0.5)).toBeCloseTo(0.5, 12);
  expect(waitingShare(2, 0.5)).toBeCloseTo(1 / 3, 12);
  expect(waitingShare(4, 0.6)).toBeCloseTo(0.287, 3);
});

test("99 of 100 wait for ln(100 C) ÷ c(1 − ρ) services at most, and not at all where fewer have to", () => {
  expect(longWait(1, 0.5)).toBeCloseTo(Math.log(50) / 0.5, 12);
  expect(longWait(8, 0.1)).toBe(0);
});

test("who is refused is as the formula for one worker has it, and never anybody where nobody comes", () => {
  expect(refusedShare(1, 4, 0.5)).toBeCloseTo((0.5 * 0.5 ** 5) / (1 - 0.5 ** 6), 12);
  expect(refusedShare(2, 0, 1)).toBeCloseTo(2 / 5, 12);
  expect(refusedShare(4, 16, 0)).toBe(0);
});
