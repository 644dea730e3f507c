import { expect, test } from "vitest";
import { inColors } from "./palette.ts";

const RED = "\x1b[38;2;255;0;0m";
const NEAR_RED = "\x1b[38;2;250;4;2m";
const GRAY = "\x1b[38;2;128;128;128m";
const RESET = "\x1b[0m";

test("a true-color terminal gets the art unchanged", () => {
  expect(inColors(`${RED}a${NEAR_RED}b${RESET}\n`, 24)).toBe(`${RED}a${NEAR_RED}b${RESET}\n`);
});

test("256 colors are xterm's cube and grays", () => {
  expect(inColors(`${RED}a${GRAY}b${RESET}\n`, 8)).toBe("\x1b[38;5;196ma\x1b[38;5;244mb\x1b[0m\n");
  expect(inColors("\x1b[38;2;95;135;215mx", 8)).toBe("\x1b[38;5;68mx");
});

test("16 colors are the eight and their bright variants", () => {
  expect(inColors(`${RED}a${GRAY}b\x1b[38;2;0;200;10mc${RESET}\n`, 4)).toBe("\x1b[91ma\x1b[90mb\x1b[32mc\x1b[0m\n");
});

test("repeats a color only after a reset", () => {
  expect(inColors(`${RED}a${NEAR_RED}b${RESET}\n${RED}c${RESET}\n`, 8)).toBe(
    "\x1b[38;5;196mab\x1b[0m\n\x1b[38;5;196mc\x1b[0m\n",
  );
});
