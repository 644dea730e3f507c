import { expect, test } from "vitest";
import { backoff } from "./worker-supervisor.ts";

test("restarts without a delay at first, then doubles it up to 30 seconds", () => {
  expect([0, 1, 2, 3, 4, 5, 9, 10, 11, 5000].map(backoff)).toEqual([
    0, 0, 0, 250, 500, 1000, 16_000, 30_000, 30_000, 30_000,
  ]);
});
