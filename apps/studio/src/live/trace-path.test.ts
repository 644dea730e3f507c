import { expect, test } from "vitest";
import { tracePath } from "./scrubber.tsx";

test("nothing that was seen is no path", () => {
  expect(tracePath(new Float32Array(4).fill(Number.NaN))).toBe("");
});

test("each stretch is a hill of its own, white near the top and black near the ground", () => {
  const path = tracePath(Float32Array.of(1, Number.NaN, 0, 0));
  expect(path).toBe("M0.00 36L0.00 3.0L25.00 3.0V36ZM50.00 36L50.00 34.0L75.00 34.0L75.00 34.0L100.00 34.0V36Z");
});
