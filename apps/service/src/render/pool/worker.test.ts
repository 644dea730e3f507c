import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { createTail } from "./worker.ts";

const lastLine = (...pieces: string[]) => {
  const stream = new PassThrough();
  const tail = createTail(stream);
  for (const piece of pieces) stream.write(piece);
  return new Promise((resolve) => setImmediate(() => resolve(tail())));
};

test.each([
  ["nothing", [], ""],
  ["the last line", ["GLib-CRITICAL: a\n", "GLib-CRITICAL: b\n\n"], "GLib-CRITICAL: b"],
  [
    "the line with an error",
    ["file:///a.ts:1\n\nTypeError [CODE]: no module\n    at x\n", "\nNode.js v26\n"],
    "TypeError [CODE]: no module",
  ],
  ["only the end of a flood", ["x".repeat(1_000_000), "\nthe end\n"], "the end"],
  ["no more than a few hundred characters", ["y".repeat(1_000_000)], "y".repeat(300)],
])("keeps %s of a stream", async (_what, pieces, line) => {
  expect(await lastLine(...pieces)).toBe(line);
});
