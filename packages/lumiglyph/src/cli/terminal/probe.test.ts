import { expect, test } from "vitest";
import { answersIn, NO_ANSWERS } from "./probe.ts";

const XTERM =
  "\x1bP>|XTerm(379)\x1b\\\x1b[6;13;6t\x1b]11;rgb:ffff/ffff/ffff\x1b\\\x1bP1$r0;48:2::1:2:3m\x1b\\\x1b[?64;1;2;6;9;15;16;17;18;21;22;28c";

test("reads the answers of an xterm with a white background", () => {
  expect(answersIn(XTERM)).toEqual({ cellAspect: 0.46, background: "light", name: "XTerm(379)", truecolor: true });
});

test.each([
  ["rgb:0000/0000/0000", "dark"],
  ["rgb:1e/1e/2e", "dark"],
  ["rgb:f/f/f", "light"],
  ["rgb:fd/f6/e3", "light"],
  ["rgba:0000/2b00/3600/ffff", "dark"],
])("a background of %s is %s", (color, background) => {
  expect(answersIn(`\x1b]11;${color}\x07\x1b[?62c`).background).toBe(background);
});

test("a terminal with 256 colors is recognized", () => {
  expect(answersIn("\x1bP1$r0;48;5;16m\x1b\\\x1b[?62c").truecolor).toBe(false);
  expect(answersIn("\x1bP0$r\x1b\\\x1b[?62c").truecolor).toBe(false);
});

test.each(["", "\x1b[?62c", "\x1b[6;0;0t\x1b[?1c", "\x1b[6;10;90t\x1b]11;blue\x1b\\", "typed by the user\r\x1b[A"])(
  "%j contains no answers",
  (heard) => {
    expect(answersIn(heard)).toEqual(NO_ANSWERS);
  },
);
