import { expect, test } from "vitest";
import { STUDIO_COMMANDS, type StudioCommand } from "./commands.ts";

const commands = Object.values<StudioCommand>(STUDIO_COMMANDS);

test("no key has two commands", () => {
  const keys = commands.flatMap(({ keys }) => keys);
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});

test("the keys match the design", () => {
  expect(
    commands
      .flatMap(({ keys }) => keys)
      .join(" ")
      .replace("   ", " space "),
  ).toBe(
    "o mod+v c x space arrowleft arrowright 1 2 3 4 \\ + - f 0 l t [ ] k i e d a r mod+z mod+shift+z mod+c mod+shift+c mod+s mod+shift+s h mod+k ? escape",
  );
});

test("every command is run, held, or left to the browser with its key listed", () => {
  for (const { words, keys, run, hold } of commands) {
    expect(run !== undefined && hold !== undefined, words).toBe(false);
    expect(run === undefined && hold === undefined ? keys : ["mod+v"], words).toEqual(["mod+v"]);
  }
});
