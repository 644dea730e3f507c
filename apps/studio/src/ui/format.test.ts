import { expect, test } from "vitest";
import { clock, spokenTime } from "./format.ts";

test("a clock has minutes, seconds and tenths, rounded down", () => {
  expect([0, 7.29, 59.99, 60, 3661.05].map(clock)).toEqual(["00:00.0", "00:07.2", "00:59.9", "01:00.0", "61:01.0"]);
});

test("sums of frame durations do not fall a tenth short", () => {
  expect(clock(0.1 + 0.2 + 0.4)).toBe("00:00.7");
});

test("a spoken time is in seconds", () => {
  expect(spokenTime(7.2, 24)).toBe("7.2 of 24 seconds");
});
