import { expect, test } from "vitest";
import { createProgress, progressLine } from "./draw-all.ts";

test("fills the bar as images finish, without moving the count", () => {
  expect(progressLine(0, 12, "a.png", 80)).toBe(`[${".".repeat(24)}]  0/12 a.png`);
  expect(progressLine(6, 12, "b.png", 80)).toBe(`[${"#".repeat(12)}${".".repeat(12)}]  6/12 b.png`);
  expect(progressLine(12, 12, "c.png", 80)).toBe(`[${"#".repeat(24)}] 12/12 c.png`);
});

test("never reaches the last column, where a terminal would wrap", () => {
  expect(progressLine(6, 12, "x".repeat(99), 40)).toHaveLength(39);
});

test("shows nothing in a pipe or for a single image", () => {
  const written: string[] = [];
  const write = (text: string) => written.push(text);
  for (const progress of [createProgress({ write }, 9), createProgress({ write, isTTY: true }, 1)]) {
    progress.show(1, "a.png");
    progress.clear();
  }
  expect(written).toEqual([]);
});
