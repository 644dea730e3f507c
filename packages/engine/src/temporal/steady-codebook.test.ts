import { beforeEach, expect, test } from "vitest";
import { startFrame } from "../../../../tests/support/frames.ts";
import { paramsWith } from "../../../../tests/support/params.ts";
import { horizontalRamp } from "../../../../tests/support/rasters.ts";
import type { Frame } from "../frame.ts";
import { codebook } from "../stages/codebook.ts";
import { createSteadyCodebook, type SteadyCodebook } from "./steady-reel.ts";

const SIZE = { columns: 40, rows: 10 };
const PARAMS = paramsWith();

/** A frame of even tones between two. */
const frameOf = (dark: number, bright: number): Frame => {
  const [width, height] = [2 * SIZE.columns, 4 * SIZE.rows];
  const data = Float32Array.from({ length: width * height }, (_, i) => dark + ((bright - dark) * (i % width)) / width);
  return { ...startFrame(horizontalRamp(4, 4), SIZE), tone: { width, height, data } };
};
const [WHOLE, DARK] = [frameOf(0, 1), frameOf(0, 0.08)];

let steady: SteadyCodebook;
const next = (frame: Frame, params = PARAMS, gliding = false) => steady.next(frame, params, gliding).glyphs;
beforeEach(() => {
  steady = createSteadyCodebook();
});

const bestFor = (frame: Frame, params = PARAMS) => codebook.run(frame, params).codebook.glyphs;

test("the first frame gets the codebook that a still would have", () => {
  expect(next(WHOLE)).toEqual(bestFor(WHOLE));
});

test("another scene has to want another codebook for 15 frames before it gets one", () => {
  const first = next(WHOLE);
  const books = Array.from({ length: 20 }, () => next(DARK));
  expect(books.slice(0, 14)).toEqual(Array(14).fill(first));
  expect(books.slice(14)).toEqual(Array(6).fill(bestFor(DARK)));
  expect(bestFor(DARK)).not.toEqual(first);
});

test("a few frames that want another change nothing", () => {
  const first = next(WHOLE);
  for (let i = 0; i < 60; i++) expect(next(i % 15 < 10 ? DARK : WHOLE)).toEqual(first);
});

test("while parameters glide none is changed", () => {
  const first = next(WHOLE);
  for (let i = 0; i < 40; i++) expect(next(DARK, PARAMS, true)).toEqual(first);
});

test("a renewed one is chosen with the next frame", () => {
  next(WHOLE);
  steady.renew();
  expect(next(DARK)).toEqual(bestFor(DARK));
});

test("the same book stays the same object, and a fixed one stays for good", () => {
  const held = steady.next(WHOLE, PARAMS, false);
  for (let i = 0; i < 30; i++) expect(steady.next(WHOLE, PARAMS, false)).toBe(held);
  const fixed = paramsWith({ glyphStrategy: "fixed" });
  steady.renew();
  for (let i = 0; i < 30; i++) expect(next(i < 5 ? WHOLE : DARK, fixed)).toHaveLength(95);
});

test("a frame with transparent cells has the blank at once, though the book before had no use for it", () => {
  const bright = frameOf(0.6, 0.8);
  expect(next(bright)).not.toContain(0);
  const { width, height } = bright.tone;
  const opacity = { width, height, data: new Float32Array(width * height).fill(1).fill(0, 0, 8 * width) };
  expect(next({ ...bright, opacity })[0]).toBe(0);
});
