import { expect, test } from "vitest";
import { readCommand } from "../read-command.ts";
import { chooseStyle } from "./draw-picture.ts";

/** The output style for these options on a screen with this color depth. */
const lookOf = (depth: 1 | 4 | 8 | 24, flags: string, byName: "html" | null = null) => {
  const command = readCommand(["a.png", ...flags.split(" ").filter(Boolean)]);
  if (command.kind !== "draw") throw new Error(command.kind);
  return chooseStyle(command.options, byName, { depth });
};

test.each([
  [24, "", { format: "ansi", color: true, depth: 24 }],
  [8, "", { format: "ansi", color: true, depth: 8 }],
  [1, "", { format: "text", color: false, depth: null }],
  [24, "--no-color", { format: "text", color: false, depth: null }],
  [24, "--no-color --mono-color #0f0", { format: "ansi", color: false, depth: 24 }],
  [1, "--mono-color #0f0", { format: "text", color: false, depth: null }],
  [1, "--color", { format: "ansi", color: true, depth: null }],
  [4, "--color", { format: "ansi", color: true, depth: 4 }],
  [8, "--format ansi", { format: "ansi", color: false, depth: null }],
  [24, "--format json --color", { format: "json", color: true, depth: null }],
] as const)("%i bits of color and %j give %j", (depth, flags, look) => {
  expect(lookOf(depth, flags)).toEqual(look);
});

test("takes the format from the file name unless it is given", () => {
  expect(lookOf(24, "", "html")).toEqual({ format: "html", color: false, depth: null });
  expect(lookOf(24, "--format svg", "html")).toEqual({ format: "svg", color: false, depth: null });
});
