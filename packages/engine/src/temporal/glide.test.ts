import { expect, test } from "vitest";
import { optionsWith, paramsWith } from "../../../../tests/support/params.ts";
import { createGlide, GLIDE_FRAMES } from "./glide.ts";

const GOAL = paramsWith({ gamma: 2, contrast: 1.15 });

test("before anything is tuned the parameters are those given", () => {
  const glide = createGlide();
  expect(glide.next(optionsWith({ gamma: 1.5 }))).toEqual(paramsWith({ gamma: 1.5 }));
  expect(glide.state()).toBe("at rest");
});

test("they reach the tuned ones in even steps and stay there", () => {
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

test("another goal is headed for from where they are", () => {
  const glide = createGlide();
  glide.next(optionsWith());
  glide.begin(GOAL);
  for (let frame = 0; frame < GLIDE_FRAMES / 2; frame++) glide.next(optionsWith());
  glide.begin(paramsWith({ gamma: 0.5 }));
  expect(glide.next(optionsWith()).gamma).toBeCloseTo(1.5 - 1 / GLIDE_FRAMES, 9);
});

test("what is set by hand is drawn as it is set, at once", () => {
  const glide = createGlide();
  glide.next(optionsWith());
  glide.begin(GOAL);
  expect(glide.next(optionsWith({ gamma: 0.7 })).gamma).toBe(0.7);
  expect(glide.next(optionsWith({ gamma: 1 })).gamma).toBe(1);
  expect(glide.next(optionsWith()).gamma).toBeGreaterThan(1);
});

test("a tuning that changes nothing is no journey", () => {
  const glide = createGlide();
  glide.next(optionsWith());
  glide.begin(paramsWith());
  glide.next(optionsWith());
  expect(glide.state()).toBe("at rest");
});

test("they end at the tuned values to the last bit, so that the same tuning once more is no journey", () => {
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

test("a restart forgets what was tuned", () => {
  const glide = createGlide();
  glide.next(optionsWith());
  glide.begin(GOAL);
  glide.next(optionsWith());
  glide.restart();
  expect(glide.next(optionsWith())).toEqual(paramsWith());
});
