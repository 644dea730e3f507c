import { expect, test } from "vitest";
import { scrubbed } from "./scrubber.tsx";

const press = (key: string, shiftKey = false) => scrubbed({ key, shiftKey }, 5, 20);

test("arrows step by frames, with Shift by seconds", () => {
  expect([press("ArrowRight"), press("ArrowDown")]).toEqual([{ step: 1 }, { step: -1 }]);
  expect([press("ArrowRight", true), press("ArrowLeft", true)]).toEqual([6, 4]);
});

test("pages go by tenths, Home and End to the ends, and never beyond", () => {
  expect([press("PageUp"), press("PageDown"), press("Home"), press("End")]).toEqual([7, 3, 0, 20]);
  expect(scrubbed({ key: "PageDown", shiftKey: false }, 1, 20)).toBe(0);
});

test("other keys lead nowhere", () => {
  expect([press("a"), press("Tab")]).toEqual([null, null]);
});
