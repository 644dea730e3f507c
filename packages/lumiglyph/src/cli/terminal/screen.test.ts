import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { NO_ANSWERS } from "./probe.ts";
import { readScreen } from "./screen.ts";

const pipe = () => new PassThrough();
const terminal = (columns = 100, rows = 30) => Object.assign(new PassThrough(), { isTTY: true, columns, rows });
const ANSWERED = { cellAspect: 0.46, background: "light", name: "XTerm(379)", truecolor: true } as const;

test("a pipe has no size and no colors unless they are forced", () => {
  expect(readScreen(pipe(), { COLORTERM: "truecolor" })).toMatchObject({ size: null, colors: "none", font: "any" });
  expect(readScreen(pipe(), { FORCE_COLOR: "3", NO_COLOR: "1" })).toMatchObject({ size: null, colors: "truecolor" });
});

test("a terminal has its size, its colors and its answers", () => {
  expect(readScreen(terminal(), { TERM: "xterm-256color" }, { ...ANSWERED, truecolor: false })).toEqual({
    size: { columns: 100, rows: 30 },
    colors: "256",
    font: "any",
    mosaic: "quadrants",
    cellAspect: 0.46,
    background: "light",
    name: "XTerm(379)",
  });
});

test("a terminal that keeps all colors has them, unless the user wants fewer", () => {
  const colors = (env: { readonly [name: string]: string }) => readScreen(terminal(), env, ANSWERED).colors;
  expect(colors({ TERM: "xterm-256color" })).toBe("truecolor");
  expect(colors({ TERM: "xterm", NO_COLOR: "1" })).toBe("none");
  expect(colors({ TERM: "xterm", FORCE_COLOR: "1" })).toBe("16");
});

test("a terminal of unknown size uses the environment's, or the default", () => {
  const sizeOf = (env: { readonly [name: string]: string }) => readScreen(terminal(0, 0), env, NO_ANSWERS).size;
  expect(sizeOf({ COLUMNS: "132", LINES: "50" })).toEqual({ columns: 132, rows: 50 });
  expect(sizeOf({})).toEqual({ columns: 80, rows: 24 });
});
