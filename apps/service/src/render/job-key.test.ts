import { DEFAULT_PARAMS, type RenderOptions } from "@lumiglyph/contract";
import { expect, test } from "vitest";
import { jobKey } from "./render.ts";
import type { RenderJob } from "./renderer.ts";

const LIMITS: RenderJob["limits"] = { formats: ["png"], maxPixels: 100, maxSide: 10 };

const jobOf = (options: RenderOptions = {}, words = "picture", limits = LIMITS): RenderJob => ({
  bytes: Buffer.from(words),
  options,
  limits,
});

test("two jobs that are the same in everything have the same key", () => {
  expect(jobKey(jobOf({ columns: 80 }))).toBe(jobKey(jobOf({ columns: 80 })));
});

test.each<[string, RenderJob]>([
  ["other bytes", jobOf({}, "another")],
  ["another value", jobOf({ gamma: 1.2 })],
  ["a default that was given, which is never tuned", jobOf({ gamma: DEFAULT_PARAMS.gamma })],
  ["other limits", jobOf({}, "picture", { ...LIMITS, maxSide: 11 })],
])("%s make another key", (_, job) => {
  expect(jobKey(job)).not.toBe(jobKey(jobOf()));
});

test("the order in which options were written makes none", () => {
  const turned = Object.fromEntries(Object.entries(DEFAULT_PARAMS).toReversed());
  expect(jobKey(jobOf(turned))).toBe(jobKey(jobOf(DEFAULT_PARAMS)));
});
