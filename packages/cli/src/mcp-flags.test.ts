import { expect, test } from "vitest";
import { readCommand } from "./flags.ts";

test("mcp serves, with a folder or without", () => {
  expect(readCommand(["mcp"])).toEqual({ kind: "mcp", root: null });
  expect(readCommand(["mcp", "--root", "pictures"])).toEqual({ kind: "mcp", root: "pictures" });
  expect(readCommand(["mcp", "--root=pictures"])).toEqual({ kind: "mcp", root: "pictures" });
});

test.each([
  [["mcp", "--root"], "Name one folder: lumiglyph mcp --root pictures"],
  [["mcp", "--root="], "Name one folder: lumiglyph mcp --root pictures"],
  [["mcp", "--root", "a", "b"], "Name one folder: lumiglyph mcp --root pictures"],
  [["mcp", "--port", "8"], "`mcp` takes no `--port`; its one flag is --root DIR."],
  [["mcp", "photo.jpg"], "`mcp` takes no `photo.jpg`; its one flag is --root DIR."],
])("%j is told why not", (words, message) => expect(() => readCommand(words)).toThrow(message));
