import { expect, test } from "vitest";
import { paintGray } from "../../../../tests/support/rasters.ts";
import { PLAIN_KERNELS } from "../kernels.ts";
import type { RenderResult } from "../picture.ts";
import { openPicture } from "../render.ts";
import { finish } from "../stage.ts";
import { hexColor, type Run, writeRows } from "./encoder.ts";

const COLORS = { r: [255, 0, 0], g: [0, 255, 0], b: [0, 0, 255] } as const;

const ANY = finish(
  openPicture(
    paintGray(1, 1, () => 0),
    { kernels: PLAIN_KERNELS },
  ).render({ columns: 8, monoColor: "#abcdef" }),
);

const resultOf = (line: string): RenderResult => ({
  ...ANY,
  size: { columns: [...line].length, rows: 1 },
  lines: () => [line],
});

/** The runs of one row of glyphs; each color is given by its first letter. */
const runs = (line: string, colors: string | null): readonly Run[] => {
  const bytes = colors && Uint8Array.from([...colors].flatMap((letter) => [...COLORS[letter as keyof typeof COLORS]]));
  let found: readonly Run[] = [];
  writeRows(resultOf(line), bytes || null, (row) => {
    found = row;
    return "";
  });
  return found;
};

test("a row without colors is one run of the mono color", () => {
  expect(runs("a b ", null)).toEqual([{ column: 0, text: "a b ", color: "#abcdef", ground: null }]);
});

test("adjacent cells of one color are one run", () => {
  expect(runs("abcd", "rrgg")).toEqual([
    { column: 0, text: "ab", color: "#ff0000", ground: null },
    { column: 2, text: "cd", color: "#00ff00", ground: null },
  ]);
});

test("a blank joins the run before it, whatever its own color", () => {
  expect(runs("a  b", "rgbr")).toEqual([{ column: 0, text: "a  b", color: "#ff0000", ground: null }]);
  expect(runs("a  b", "rbbg")).toEqual([
    { column: 0, text: "a  ", color: "#ff0000", ground: null },
    { column: 3, text: "b", color: "#00ff00", ground: null },
  ]);
});

test("leading blanks join the first glyph", () => {
  expect(runs("  ab", "bbrr")).toEqual([{ column: 0, text: "  ab", color: "#ff0000", ground: null }]);
});

test("a row of blanks is one run of the mono color", () => {
  expect(runs("   ", "rgb")).toEqual([{ column: 0, text: "   ", color: "#abcdef", ground: null }]);
});

test("columns count glyphs", () => {
  expect(runs("⣿░█", "rgb").map(({ column, text }) => [column, text])).toEqual([
    [0, "⣿"],
    [1, "░"],
    [2, "█"],
  ]);
});

test("a color has six lowercase digits", () => {
  expect(hexColor(10, 171, 255)).toBe("#0aabff");
});
