import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { readScreen } from "./screen.ts";

const pipe = () => new PassThrough();
const terminal = (columns = 100, rows = 30) => Object.assign(new PassThrough(), { isTTY: true, columns, rows });

test("a pipe has no size and no colors, unless they are forced", () => {
  expect(readScreen(pipe(), { COLORTERM: "truecolor" })).toEqual({ size: null, depth: 1 });
  expect(readScreen(pipe(), { FORCE_COLOR: "3", NO_COLOR: "1" })).toEqual({ size: null, depth: 24 });
});

test.each([
  [{ TERM: "xterm-256color", COLORTERM: "truecolor" }, 24],
  [{ TERM: "xterm-256color" }, 8],
  [{ TERM: "linux" }, 4],
  [{ TERM: "dumb" }, 1],
  [{ TERM: "xterm-256color", COLORTERM: "truecolor", NO_COLOR: "1" }, 1],
  [{ TERM: "xterm-256color", NO_COLOR: "" }, 8],
  [{ TERM: "dumb", FORCE_COLOR: "2" }, 8],
  [{ TERM: "xterm-256color", FORCE_COLOR: "0" }, 1],
] as const)("a terminal with %j has %i bits of color", (env, depth) => {
  expect(readScreen(terminal(), env)).toEqual({ size: { columns: 100, rows: 30 }, depth });
});

test("a terminal that does not tell its size has that of the environment, or the usual one", () => {
  expect(readScreen(terminal(0, 0), { COLUMNS: "132", LINES: "50" }).size).toEqual({ columns: 132, rows: 50 });
  expect(readScreen(terminal(0, 0), {}).size).toEqual({ columns: 80, rows: 24 });
});
