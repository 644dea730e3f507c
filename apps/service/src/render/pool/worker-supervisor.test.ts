import { expect, test } from "vitest";
import { backoff } from "./worker-supervisor.ts";

test("nothing at first, then twice as long each time, never more than half a minute", () => {
  expect([0, 1, 2, 3, 4, 5, 9, 10, 11, 5000].map(backoff)).toEqual([
    0, 0, 0, 250, 500, 1000, 16_000, 30_000, 30_000, 30_000,
  ]);
});
