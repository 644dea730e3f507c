import { gridFor } from "@lumiglyph/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readCommand } from "../read-command.ts";
import type { TerminalColors } from "../terminal/terminals.ts";
import { chooseStyle, FILE, fittedTo } from "./style.ts";

/** The output style for these flags on a screen with these colors. */
const styleFor = (colors: TerminalColors, flags: string, byName: "html" | null = null, mosaic = FILE.mosaic) => {
  const command = readCommand(["a.png", ...flags.split(" ").filter(Boolean)]);
  if (command.kind !== "draw") throw new Error(command.kind);
  return chooseStyle(command, byName, { colors, mosaic });
};

test.each([
  ["truecolor", "", { format: "ansi", color: true, colors: "truecolor" }],
  ["256", "", { format: "ansi", color: true, colors: "256" }],
  ["none", "", { format: "text", color: false }],
  ["truecolor", "--no-color", { format: "text", color: false }],
  ["truecolor", "--colors none", { format: "text", color: false }],
  ["256", "--no-color --mono-color #0f0", { format: "ansi", color: false, colors: "256" }],
  ["none", "--mono-color #0f0", { format: "text", color: false }],
  ["none", "--color", { format: "ansi", color: true }],
  ["none", "--colors 16", { format: "ansi", color: true }],
  ["16", "--color", { format: "ansi", color: true, colors: "16" }],
  ["256", "--format ansi", { format: "ansi", color: true }],
  ["256", "--format ansi --no-color", { format: "ansi" }],
  ["none", "--format svg --mono-color #0f0", { format: "svg" }],
  ["none", "--format svg --theme auto", { format: "svg" }],
  ["none", "--format png --edges", { format: "png" }],
  ["truecolor", "--format json", { format: "json" }],
  ["truecolor", "--format json --color", { format: "json" }],
] as const)("%s colors and %j give %j", (colors, flags, style) => {
  expect(styleFor(colors, flags)).toEqual(style);
});

test.each([
  ["truecolor", "--blocks", { format: "ansi", color: true, colors: "truecolor", charset: "sextants" }],
  ["none", "--blocks", { format: "text", color: false, charset: "sextants" }],
  ["truecolor", "--blocks --no-color", { format: "text", color: false, charset: "sextants" }],
  ["256", "--blocks --format ansi", { format: "ansi", color: true, charset: "sextants" }],
  ["256", "--blocks --format html", { format: "html", color: true, charset: "octants" }],
  ["256", "--blocks --format svg", { format: "svg", color: true, charset: "octants" }],
  ["256", "--blocks --format png", { format: "png", color: true, charset: "octants" }],
  ["256", "--blocks --format json", { format: "json", charset: "quadrants" }],
] as const)("on a screen that draws sextants, %s colors and %j give %j", (colors, flags, style) => {
  expect(styleFor(colors, flags, null, "sextants")).toEqual(style);
});

test("takes the format from the file name unless it is given", () => {
  expect(styleFor("truecolor", "", "html")).toEqual({ format: "html", color: true });
  expect(styleFor("truecolor", "--format svg", "html")).toEqual({ format: "svg", color: true });
});

test("art fits any screen, in both directions or in width only", () => {
  const side = fc.integer({ min: 1, max: 9000 });
  const rooms = fc.record({ columns: fc.integer({ min: 8, max: 600 }), rows: fc.integer({ min: 2, max: 200 }) });
  fc.assert(
    fc.property(rooms, side, side, (room, width, height) => {
      const whole = gridFor({ columns: 120, ...fittedTo(room, "screen") }, width, height);
      expect(whole.columns).toBeLessThanOrEqual(Math.min(400, room.columns));
      expect(whole.rows).toBeLessThanOrEqual(room.rows);
      expect(fittedTo(room, "width")).toEqual({ columns: Math.min(400, room.columns) });
    }),
  );
});

test("a portrait fits 80 columns and 23 rows", () => {
  expect(gridFor({ columns: 120, ...fittedTo({ columns: 80, rows: 23 }, "screen") }, 900, 1600)).toEqual({
    columns: 25,
    rows: 22,
  });
});
