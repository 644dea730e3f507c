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

test("the beginning of a name is enough, the API's own name does as well", () => {
  expect(found("col 100")[0]).toBe("Set columns to 100: ");
  expect(found("motionSensitivity .5")[0]).toBe("Set motion sensitivity to 0.5: ");
});

test("switches go on and off, choices may be begun", () => {
  expect(found("color on")[0]).toBe("Set color to on: ");
  expect(found("charset blo")[0]).toBe("Set charset to blocks: ");
});

test("what the API would refuse is not offered", () => {
  for (const typed of ["columns 9000", "columns many", "charset nonsense"]) {
    expect(findEntries(typed, context).filter(({ group }) => group === "Set")).toEqual([]);
  }
});

test("a switch is turned when it is chosen, of a number the name is taken over", () => {
  const [color] = findEntries("color", context).filter(({ id }) => id === "param-color");
  expect([color?.value, color?.keys, color?.choose(context)]).toEqual(["off", ["k"], null]);
  expect(context.studio.params.all.value.color).toBe(true);
  expect(findEntries("gamma", context)[0]?.choose(context)).toBe("gamma ");
});

test("commands are those that can be done now", () => {
  const commands = () =>
    findEntries("", context)
      .filter(({ group }) => group === "Commands")
      .map(({ words }) => words);
  expect(commands()).toContain("Open a video");
  expect(commands()).not.toContain("Export");
  expect(commands()).not.toContain("Commands");
});

test("nothing is found for what nothing is called", () => {
  expect(found("zebra crossing")).toEqual([]);
});
