import { PARAM_NAMES } from "@lumiglyph/contract";
import { expect, test } from "vitest";
import { readCommand } from "../read-command.ts";
import { flagOf, paramOf } from "./command.ts";
import { commandRow, DRAW, flagsOf } from "./commands.ts";

test("each parameter has a flag that maps back to it", () => {
  const names = Object.keys(flagsOf(DRAW)).map((name) => `--${name}`);
  for (const name of PARAM_NAMES) {
    expect(names).toContain(flagOf(name));
    expect(paramOf(flagOf(name).slice(2))).toBe(name);
  }
});

test("no short flag is used twice in a command", () => {
  for (const command of [null, "decode", "serve", "mcp", "completion", "help"] as const) {
    const letters = Object.values(flagsOf(commandRow(command))).flatMap(({ short }) => short ?? []);
    expect(letters).toEqual([...new Set(letters)]);
  }
});

test("the parser accepts every value that a flag lists", () => {
  for (const [name, { choices = [] }] of Object.entries(flagsOf(DRAW))) {
    for (const choice of choices) {
      const command = readCommand(["a.png", `--${name}=${choice}`]);
      const param = paramOf(name);
      // "auto" and "none" are not values of the parameter
      if (param === undefined || choice === "auto" || choice === "none") expect(command.kind).toBe("draw");
      else expect(command.kind === "draw" && command.options).toHaveProperty([param], choice);
    }
  }
});
