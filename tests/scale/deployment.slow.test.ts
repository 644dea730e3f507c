import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { endServices } from "../reliability/service-process.ts";
import { programPath } from "../support/programs.ts";
import { measureTurns } from "./deployment.ts";

afterAll(endServices);

/** Half a minute on an idle machine. */
const MINUTES = { timeout: 180_000 };

test("two instances behind haproxy render without a fault, and CPU time is counted by process", MINUTES, async () => {
  const [turn, ...more] = await measureTurns([{ instances: 2, workers: 1 }], {
    rounds: 1,
    seconds: 2,
    warmUpSeconds: 0.5,
  });
  expect(more).toEqual([]);
  expect(turn).toMatchObject({ instances: 2, workers: 1, round: 1, faults: 0 });
  const { renders = 0, inTime = 0, busy, serviceMiB = 0, workerMiB = 0 } = turn ?? {};
  expect(renders).toBeGreaterThan(2);
  expect(inTime).toBeLessThanOrEqual(renders);
  // on a busy machine there may be little of it
  expect(busy?.workers).toBeGreaterThan(0.1);
  expect(busy?.services).toBeGreaterThan(0);
  expect(busy?.callers).toBeGreaterThan(0);
  expect(Math.min(serviceMiB, workerMiB)).toBeGreaterThan(50);
});

test("haproxy accepts the configuration in the docs", () => {
  const page = readFileSync(new URL("../../docs/explanation/scale.md", import.meta.url), "utf8");
  const backend = /```\n(backend instances\n[^`]*)```/.exec(page)?.[1] ?? "";
  const folder = mkdtempSync(join(tmpdir(), "lumiglyph-scale-"));
  const file = join(folder, "haproxy.cfg");
  const defaults = "defaults\n  mode http\n  timeout connect 1s\n  timeout client 1s\n  timeout server 1s\n";
  // checked only, so nothing listens there
  const frontend = "frontend callers\n  bind 127.0.0.1:8787\n  default_backend instances\n";
  writeFileSync(file, `${defaults}${frontend}${backend}  server one 127.0.0.1:8801\n  server two 127.0.0.1:8802\n`);
  const { status, stderr } = spawnSync(programPath("haproxy"), ["-c", "-f", file], { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  expect(backend).toContain("balance hash");
  expect(stderr).not.toMatch(/ALERT|WARNING/);
  expect(status).toBe(0);
});
