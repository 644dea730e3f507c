import { expect, test } from "vitest";
import { readCommand } from "./read-command.ts";

test("mcp serves, with a folder or without", () => {
  expect(readCommand(["mcp"])).toEqual({ kind: "mcp", root: null });
  expect(readCommand(["mcp", "--root", "pictures"])).toEqual({ kind: "mcp", root: "pictures" });
  expect(readCommand(["mcp", "--root=pictures"])).toEqual({ kind: "mcp", root: "pictures" });
});

test.each([
  [["mcp", "--root"], "Name one folder: lumiglyph mcp --root pictures"],
  [["mcp", "--root="], "Name one folder: lumiglyph mcp --root pictures"],
  [["mcp", "--root", "a", "b"], "`mcp` takes no `b`."],
  [["mcp", "--root", "a", "--root", "b"], "`--root` has 2 values; it takes one value."],
  [["mcp", "--port", "8"], "`mcp` has no flag `--port`. Did you mean `--root`?"],
  [["mcp", "photo.jpg"], "`mcp` takes no `photo.jpg`."],
])("%j is told why not", (words, message) => expect(() => readCommand(words)).toThrow(message));
