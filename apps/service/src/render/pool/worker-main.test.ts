import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { FORMATS, type FormatId, INPUT_FORMAT_NAMES, type RenderOptions } from "@lumiglyph/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRenderer, type RenderJob } from "../renderer.ts";
import { spawnWorker, workerCommand } from "./command.ts";
import { createRenderPool, type RenderPool } from "./render-pool.ts";

const fixture = (name: string) => readFileSync(new URL(`../../../../../fixtures/${name}`, import.meta.url));
const REQUIRED = { SERVICE_WORKER_SEAL: "required" } as const;
const { signal: never } = new AbortController();

const jobOf = (bytes: Uint8Array, options: RenderOptions = {}): RenderJob => ({
  bytes,
  options: { columns: 24, ...options },
  limits: { formats: INPUT_FORMAT_NAMES, maxPixels: 40_000_000, maxSide: 12_000 },
});

describe("a real worker", () => {
  const lines: string[] = [];
  const record = (sentence: string) => void lines.push(sentence);
  let pool: RenderPool;

  beforeAll(async () => {
    const log = { debug: () => {}, warn: record, error: record };
    const clock = () => performance.now();
    pool = createRenderPool({ command: workerCommand(REQUIRED), workers: 1, deadlineMs: 20_000, clock, log });
    await pool.start();
  });
  afterAll(() => pool.stop());

  test.each(Object.keys(FORMATS) as FormatId[])(
    "renders %s as this process does, including the evidence",
    async (format) => {
      const job = jobOf(fixture("formats/palette.png"), { format, color: true });
      const here = await createRenderer(() => 0)(job, never);
      const { timings, steps, ...there } = await pool.render(job, never);
      const { timings: _, steps: same, ...alike } = here;
      expect({ ...there, body: Buffer.from(there.body) }).toEqual({ ...alike, body: Buffer.from(alike.body) });
      expect(steps?.map(({ name }) => name)).toEqual(same?.map(({ name }) => name));
      expect(Object.values(timings).every((ms) => ms >= 0)).toBe(true);
    },
  );

  test.each([
    ["image_format_unsupported", jobOf(Buffer.from("no image"))],
    ["image_unreadable", jobOf(fixture("bad/truncated.png"))],
    ["image_too_many_pixels", jobOf(fixture("bad/bomb-20000x20000.png"))],
    ["grid_too_large", jobOf(fixture("charts/tall.png"), { columns: 480 })],
  ])("refuses with %s in the same words as this process", async (code, job) => {
    const refusal = await pool.render(job, never).catch((error) => error);
    const own = await createRenderer(() => 0)(job, never).catch((error) => error);
    expect(refusal).toMatchObject({ code, message: own.message, problems: own.problems });
  });

  test("has logged nothing", () => {
    expect(lines).toEqual([]);
  });
});

test("a worker can read its code until it is ready and nothing afterwards, and can never do anything else", async () => {
  const probe = fileURLToPath(new URL("../../testing/worker-probe.ts", import.meta.url));
  const { file, args } = workerCommand(REQUIRED);
  const start = args.indexOf("--permission");
  const flags = [`--allow-fs-read=${probe}`, `--import=${probe}`];
  const child = spawnWorker({ file, args: args.toSpliced(start + 1, 0, ...flags) });
  const stderrLines = createInterface({ input: child.stderr as Readable });
  const [atFirst] = await once(stderrLines, "line");
  // the first message means ready
  await once(child.stdio[3] as Readable, "data");
  child.kill("SIGUSR2");
  const [later] = await once(stderrLines, "line");
  child.kill("SIGKILL");
  const denied = {
    "read a system file": "ERR_ACCESS_DENIED",
    "read a file beside the code": "ERR_ACCESS_DENIED",
    "list the root": "ERR_ACCESS_DENIED",
    "read the service's environment": "ERR_ACCESS_DENIED",
    "write a file": "ERR_ACCESS_DENIED",
    "start a program": "ERR_ACCESS_DENIED",
    "connect over TCP": "ERR_ACCESS_DENIED",
    "connect to a local socket": "ERR_ACCESS_DENIED",
    listen: "ERR_ACCESS_DENIED",
    "send over UDP": "ERR_ACCESS_DENIED",
    "look up a name": "ERR_ACCESS_DENIED",
    fetch: "ERR_ACCESS_DENIED",
    "start a thread": "ERR_ACCESS_DENIED",
    "open the inspector": "ERR_ACCESS_DENIED",
  };
  expect(JSON.parse(atFirst)).toEqual({
    outcomes: { ...denied, "read its own code": "allowed", "load a library": "ERR_DLOPEN_FAILED" },
    environment: ["MALLOC_ARENA_MAX", "VIPS_DISC_THRESHOLD"],
  });
  expect(JSON.parse(later)).toEqual({
    outcomes: { ...denied, "read its own code": "ERR_ACCESS_DENIED", "load a library": "ERR_ACCESS_DENIED" },
    // sharp sets the second one itself
    environment: ["MALLOC_ARENA_MAX", "VIPSHOME", "VIPS_DISC_THRESHOLD"],
  });
});
