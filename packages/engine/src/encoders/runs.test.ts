import { expect, test } from "vitest";
import { paramsWith } from "../../../../tests/support/params.ts";
import { paintGray } from "../../../../tests/support/rasters.ts";
import { render } from "../render.ts";
import { type Drawing, hexColor, runsOf } from "./encoder.ts";

const COLORS = { r: [255, 0, 0], g: [0, 255, 0], b: [0, 0, 255] } as const;

/** One row of glyphs and, below it, the first letter of each one's color. */
const drawingOf = (line: string, colors: string | null): Drawing => {
  const options = { columns: 8, monoColor: "#abcdef" };
  const { glyphs, quality } = render(
    paintGray(1, 1, () => 0),
    options,
  );
  return {
    size: { columns: [...line].length, rows: 1 },
    lines: [line],
    colors:
      colors === null
        ? null
        : Uint8Array.from([...colors].flatMap((letter) => [...COLORS[letter as keyof typeof COLORS]])),
    params: paramsWith(options),
    glyphs,
    quality,
    source: { width: 1, height: 1, format: "pixels" },
  };
};

const runs = (line: string, colors: string | null) => runsOf(drawingOf(line, colors), 0);

test("a row without colors is one run of the mono color", () => {
  expect(runs("a b ", null)).toEqual([{ column: 0, text: "a b ", color: "#abcdef" }]);
});

test("neighbors of one color are one run", () => {
  expect(runs("abcd", "rrgg")).toEqual([
    { column: 0, text: "ab", color: "#ff0000" },
    { column: 2, text: "cd", color: "#00ff00" },
  ]);
});

test("a blank joins the run before it, whatever its own color", () => {
  expect(runs("a  b", "rgbr")).toEqual([{ column: 0, text: "a  b", color: "#ff0000" }]);
  expect(runs("a  b", "rbbg")).toEqual([
    { column: 0, text: "a  ", color: "#ff0000" },
    { column: 3, text: "b", color: "#00ff00" },
  ]);
});

test("blanks at the start join the first glyph", () => {
  expect(runs("  ab", "bbrr")).toEqual([{ column: 0, text: "  ab", color: "#ff0000" }]);
});

test("a row of blanks is one run of the mono color", () => {
  expect(runs("   ", "rgb")).toEqual([{ column: 0, text: "   ", color: "#abcdef" }]);
});

test("columns count glyphs", () => {
  expect(runs("⣿░█", "rgb").map(({ column, text }) => [column, text])).toEqual([
    [0, "⣿"],
    [1, "░"],
    [2, "█"],
  ]);
});

test("a color is written with six lower-case digits", () => {
  expect(hexColor(10, 171, 255)).toBe("#0aabff");
});
