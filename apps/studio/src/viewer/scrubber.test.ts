import { expect, test } from "vitest";
import { scrubbed, tracePath } from "./scrubber.tsx";

test("an unplayed video has no path", () => {
  expect(tracePath(new Float32Array(4).fill(Number.NaN))).toBe("");
});

test("each played range is a separate shape, white near the top and black near the bottom", () => {
  const path = tracePath(Float32Array.of(1, Number.NaN, 0, 0));
  expect(path).toBe("M0.00 36L0.00 3.0L25.00 3.0V36ZM50.00 36L50.00 34.0L75.00 34.0L75.00 34.0L100.00 34.0V36Z");
});

const press = (key: string, shiftKey = false) => scrubbed({ key, shiftKey }, 5, 20);

test("arrows step by frames, with Shift by seconds", () => {
  expect([press("ArrowRight"), press("ArrowDown")]).toEqual([{ step: 1 }, { step: -1 }]);
  expect([press("ArrowRight", true), press("ArrowLeft", true)]).toEqual([6, 4]);
});

test("Page keys move by tenths, Home and End go to the ends, and never beyond", () => {
  expect([press("PageUp"), press("PageDown"), press("Home"), press("End")]).toEqual([7, 3, 0, 20]);
  expect(scrubbed({ key: "PageDown", shiftKey: false }, 1, 20)).toBe(0);
});

test("other keys do nothing", () => {
  expect([press("a"), press("Tab")]).toEqual([null, null]);
});
