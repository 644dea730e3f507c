import { PassThrough } from "node:stream";
import { gridFor } from "@lumiglyph/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fittingColumns, readScreen, widest } from "./screen.ts";

const pipe = () => new PassThrough();
const terminal = (columns = 100, rows = 30) => Object.assign(new PassThrough(), { isTTY: true, columns, rows });

test("a pipe has no size and no colors unless they are forced", () => {
  expect(readScreen(pipe(), { COLORTERM: "truecolor" })).toEqual({ size: null, depth: 1, font: "any" });
  expect(readScreen(pipe(), { FORCE_COLOR: "3", NO_COLOR: "1" })).toEqual({ size: null, depth: 24, font: "any" });
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
  expect(readScreen(terminal(), env)).toEqual({ size: { columns: 100, rows: 30 }, depth, font: "any" });
});

test("a terminal of unknown size uses the environment's, or the default", () => {
  expect(readScreen(terminal(0, 0), { COLUMNS: "132", LINES: "50" }).size).toEqual({ columns: 132, rows: 50 });
  expect(readScreen(terminal(0, 0), {}).size).toEqual({ columns: 80, rows: 24 });
});

describe("fittingColumns", () => {
  const WIDE = { width: 1600, height: 400 };
  const USUAL = { width: 1500, height: 1000 };
  const TALL = { width: 900, height: 1600 };

  test("fits a wide image to the terminal's width", () => {
    expect(fittingColumns({ columns: 80, rows: 23 }, WIDE, false)).toBe(80);
  });

  test("fits an ordinary image to the height as well", () => {
    expect(fittingColumns({ columns: 80, rows: 23 }, USUAL, false)).toBe(70);
    expect(gridFor({ columns: 70 }, 1500, 1000).rows).toBe(23);
    expect(gridFor({ columns: 71 }, 1500, 1000).rows).toBe(24);
  });

  test("lets a very tall image scroll, unless all of it must be visible", () => {
    expect(fittingColumns({ columns: 80, rows: 23 }, TALL, false)).toBe(80);
    expect(fittingColumns({ columns: 80, rows: 23 }, TALL, true)).toBe(26);
    expect(fittingColumns({ columns: 80, rows: 60 }, TALL, false)).toBe(68);
  });

  test("clamps to the minimum and maximum columns", () => {
    expect(widest({ columns: 1000, rows: 9 })).toBe(400);
    expect(widest({ columns: 3, rows: 9 })).toBe(8);
  });

  test("returns allowed columns, and one more would not fit, for any terminal and image", () => {
    const sides = fc.record({ width: fc.integer({ min: 1, max: 9000 }), height: fc.integer({ min: 1, max: 9000 }) });
    const rooms = fc.record({ columns: fc.integer({ min: 1, max: 600 }), rows: fc.integer({ min: 1, max: 200 }) });
    fc.assert(
      fc.property(rooms, sides, (room, { width, height }) => {
        const columns = fittingColumns(room, { width, height }, true);
        expect(columns).toBeGreaterThanOrEqual(8);
        expect(columns).toBeLessThanOrEqual(widest(room));
        if (columns > 8) expect(gridFor({ columns }, width, height).rows).toBeLessThanOrEqual(room.rows);
        if (columns < widest(room))
          expect(gridFor({ columns: columns + 1 }, width, height).rows).toBeGreaterThan(room.rows);
      }),
    );
  });
});
