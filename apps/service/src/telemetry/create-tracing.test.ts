import { expect, test } from "vitest";
import { createEpoch } from "./create-tracing.ts";

test("converts clock times to epoch times without jitter, and follows a change of the system time", () => {
  let [clock, day] = [100, 1_000_100];
  const epoch = createEpoch(
    () => clock,
    () => day,
  );
  expect(epoch(40)).toBe(1_000_040);
  [clock, day] = [200, 1_000_203];
  expect(epoch(40)).toBe(1_000_040);
  [clock, day] = [300, 1_005_300];
  expect(epoch(40)).toBe(1_005_040);
});

test("stays correct if the process is paused between two clock readings", () => {
  let [clock, day, isPaused] = [100, 1_000_100, false];
  const pass = (): void => {
    if (isPaused) [clock, day] = [clock + 80, day + 80];
  };
  const epoch = createEpoch(
    () => {
      pass();
      return clock;
    },
    () => day,
  );
  isPaused = true;
  expect(epoch(40)).toBe(1_000_040);
});
