import { expect, test } from "vitest";
import { createStillness } from "./reel.ts";

test("a scene's age is counted from its first frame", () => {
  const follow = createStillness();
  expect([follow(0, true), follow(0, false), follow(0.9, true), follow(0, false)].map(({ age }) => age)).toEqual([
    0, 1, 0, 1,
  ]);
});

test("a page has settled when it has hardly changed for 15 frames, and no longer once it does", () => {
  const follow = createStillness();
  follow(0, true);
  const settled = Array.from({ length: 16 }, () => follow(0.01, false).settled);
  expect(settled.indexOf(true)).toBe(14);
  expect(follow(0.03, false).settled).toBe(false);
});
