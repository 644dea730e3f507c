import { expect, test } from "vitest";
import { splitAfter } from "./split-handle.tsx";

test("arrows move the split by one percent, with Shift by ten, page keys by ten", () => {
  expect(splitAfter(0.44, "ArrowRight", false, false)).toBe(0.45);
  expect(splitAfter(0.44, "ArrowLeft", true, false)).toBe(0.34);
  expect(splitAfter(0.44, "ArrowUp", false, false)).toBe(0.45);
  expect(splitAfter(0.44, "PageUp", false, false)).toBe(0.54);
  expect(splitAfter(0.44, "PageDown", false, false)).toBe(0.34);
});

test("a horizontal split moves in the direction of arrow and Page keys", () => {
  expect(splitAfter(0.44, "ArrowUp", false, true)).toBe(0.43);
  expect(splitAfter(0.44, "ArrowDown", true, true)).toBe(0.54);
  expect(splitAfter(0.44, "PageDown", false, true)).toBe(0.54);
  expect(splitAfter(0.44, "PageUp", false, true)).toBe(0.34);
});

test("Home and End go to the ends, and nothing goes beyond", () => {
  expect(splitAfter(0.44, "Home", false, false)).toBe(0);
  expect(splitAfter(0.44, "End", false, false)).toBe(1);
  expect(splitAfter(0.995, "ArrowRight", true, false)).toBe(1);
  expect(splitAfter(0, "ArrowLeft", false, false)).toBe(0);
});

test("a position between two percents, as after a drag, is rounded first", () => {
  expect(splitAfter(0.4437, "ArrowRight", false, false)).toBe(0.45);
});

test("other keys do nothing", () => {
  expect(splitAfter(0.44, "k", false, false)).toBeNull();
});
