import { expect, test } from "vitest";
import { optionsWith, paramsWith } from "../../../../tests/support/params.ts";
import { createGlide, GLIDE_FRAMES } from "./glide.ts";

const GOAL = paramsWith({ gamma: 2, contrast: 1.15 });

test("before any tuning, the parameters are the given ones", () => {
  const glide = createGlide();
  expect(glide.next(optionsWith({ gamma: 1.5 }))).toEqual(paramsWith({ gamma: 1.5 }));
  expect(glide.state()).toBe("at rest");
});

test("parameters reach the tuned values in even steps and stay there", () => {
  const glide = createGlide();
  glide.next(optionsWith());
  glide.begin(GOAL);
  const gammas = Array.from({ length: GLIDE_FRAMES + 2 }, () => [glide.next(optionsWith()).gamma, glide.state()]);
  expect(gammas[0]).toEqual([expect.closeTo(1 + 1 / GLIDE_FRAMES, 9), "under way"]);
  expect(gammas[GLIDE_FRAMES / 2 - 1]).toEqual([expect.closeTo(1.5, 9), "under way"]);
  expect(gammas.slice(GLIDE_FRAMES - 1)).toEqual([
    [2, "arrived"],
    [2, "at rest"],
    [2, "at rest"],
  ]);
});

test("a new goal starts from the current values", () => {
  const glide = createGlide();
  glide.next(optionsWith());
  glide.begin(GOAL);
  for (let frame = 0; frame < GLIDE_FRAMES / 2; frame++) glide.next(optionsWith());
  glide.begin(paramsWith({ gamma: 0.5 }));
  expect(glide.next(optionsWith()).gamma).toBeCloseTo(1.5 - 1 / GLIDE_FRAMES, 9);
});

test("a manual change applies at once", () => {
  const glide = createGlide();
  glide.next(optionsWith());
  glide.begin(GOAL);
  expect(glide.next(optionsWith({ gamma: 0.7 })).gamma).toBe(0.7);
  expect(glide.next(optionsWith({ gamma: 1 })).gamma).toBe(1);
  expect(glide.next(optionsWith()).gamma).toBeGreaterThan(1);
});

test("a tuning that changes nothing starts no glide", () => {
  const glide = createGlide();
  glide.next(optionsWith());
  glide.begin(paramsWith());
  glide.next(optionsWith());
  expect(glide.state()).toBe("at rest");
});

test("a glide ends exactly at the tuned values, so the same tuning starts no new glide", () => {
  const glide = createGlide();
  const goal = paramsWith({ sharpen: 0.08, contrast: 1.15 * 1.3 });
  glide.next(optionsWith());
  glide.begin(goal);
  for (let frame = 0; frame < GLIDE_FRAMES + 1; frame++) glide.next(optionsWith());
  expect(glide.next(optionsWith())).toEqual(goal);
  glide.begin(goal);
  glide.next(optionsWith());
  expect(glide.state()).toBe("at rest");
});

test("a restart forgets the tuning", () => {
  const glide = createGlide();
  glide.next(optionsWith());
  glide.begin(GOAL);
  glide.next(optionsWith());
  glide.restart();
  expect(glide.next(optionsWith())).toEqual(paramsWith());
});
