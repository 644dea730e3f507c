import { expect, test } from "vitest";
import { readCommand } from "./read-command.ts";

test("serve leaves to the environment what it is not told", () => {
  expect(readCommand(["serve"])).toEqual({ kind: "serve", port: null, host: null });
  expect(readCommand(["serve", "-p", "0", "--host=0.0.0.0"])).toEqual({ kind: "serve", port: "0", host: "0.0.0.0" });
});

test.each([
  [["serve", "--port", "65536"], "`--port` takes an integer from 0 to 65535; 0 is any free one."],
  [["serve", "--port", "-1"], "`--port` takes an integer from 0 to 65535; 0 is any free one."],
  [["serve", "--port"], "`--port` takes an integer from 0 to 65535; 0 is any free one."],
  [["serve", "--host"], "Name an address: lumiglyph serve --host 0.0.0.0"],
  [["serve", "pictures"], "`serve` takes no `pictures`."],
  [["serve", "--hots", "a"], "`serve` has no flag `--hots`. Did you mean `--host`?"],
])("%j is told why not", (words, message) => expect(() => readCommand(words)).toThrow(message));
