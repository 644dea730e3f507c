import { execFileSync } from "node:child_process";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { createTail } from "./worker.ts";

/** Uses up all descriptors, then starts a worker and writes how it ended. */
const WITHOUT_DESCRIPTORS = `
  import { openSync } from "node:fs";
  import { startRenderWorker } from ${JSON.stringify(new URL("worker.ts", import.meta.url).href)};
  try {
    for (;;) openSync("/dev/null");
  } catch {}
  const worker = startRenderWorker({ file: process.execPath, args: ["-e", "0"] }, { boot: 1000 }, () => {});
  console.log(JSON.stringify([worker.pid ?? null, await worker.ended]));
`;

test("a worker without free descriptors counts as not started", () => {
  const limited = 'ulimit -n 256 && exec "$0" "$@"';
  const args = [process.execPath, "--conditions=@lumiglyph/source", "--input-type=module", "-e", WITHOUT_DESCRIPTORS];
  const [pid, end] = JSON.parse(execFileSync("sh", ["-c", limited, ...args], { encoding: "utf8" }));
  expect(pid).toBeNull();
  expect(end).toEqual({ how: expect.stringContaining("EMFILE"), stderrLine: "", idle: true });
});

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
