import { beforeEach, expect, test } from "vitest";
import type { CommandContext } from "./commands.ts";
import { createStudio } from "./create-studio.ts";
import { findEntries } from "./palette.tsx";
import { createTestHost, createTestWorker } from "./testing.ts";

let context: CommandContext;
beforeEach(() => {
  const studio = createStudio({ worker: createTestWorker().worker, host: createTestHost().host });
  context = { studio, viewport: null };
});

const found = (typed: string) => findEntries(typed, context).map(({ words, value }) => `${words}: ${value}`);

test("a name and a value set a parameter", () => {
  expect(found("columns 200")).toEqual(["Set columns to 200: ", "Columns: 120"]);
  findEntries("columns 200", context)[0]!.choose(context);
  expect(context.studio.params.all.value.columns).toBe(200);
});

test("a prefix of the label or of the API's name is enough", () => {
  expect(found("col 100")[0]).toBe("Set columns to 100: ");
  expect(found("motionSensitivity .5")[0]).toBe("Set motion sensitivity to 0.5: ");
});

test("switches take on and off, choices take a prefix", () => {
  expect(found("color on")[0]).toBe("Set color to on: ");
  expect(found("charset blo")[0]).toBe("Set charset to blocks: ");
});

test("values that the API would refuse are not offered", () => {
  for (const typed of ["columns 9000", "columns many", "charset nonsense"]) {
    expect(findEntries(typed, context).filter(({ group }) => group === "Set")).toEqual([]);
  }
});

test("choosing a switch toggles it; choosing a number fills in its name", () => {
  const [color] = findEntries("color", context).filter(({ id }) => id === "param-color");
  expect([color?.value, color?.keys, color?.choose(context)]).toEqual(["off", ["k"], null]);
  expect(context.studio.params.all.value.color).toBe(true);
  expect(findEntries("gamma", context)[0]?.choose(context)).toBe("gamma ");
});

test("only available commands are listed", () => {
  const commands = () =>
    findEntries("", context)
      .filter(({ group }) => group === "Commands")
      .map(({ words }) => words);
  expect(commands()).toContain("Open a video");
  expect(commands()).not.toContain("Export");
  expect(commands()).not.toContain("Commands");
});

test("an unknown text has no matches", () => {
  expect(found("zebra crossing")).toEqual([]);
});
