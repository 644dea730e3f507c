import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { CONFORMANCE } from "../../apps/service/src/documents/interoperability.ts";
import { serviceForFile } from "../support/http-service.ts";
import { FIXTURE_TOOLS } from "./fixture-tools.ts";

// some scenarios of the suite wait, and a busy machine is slow
vi.setConfig({ testTimeout: 180_000 });

const MANIFEST = new URL(import.meta.resolve("@modelcontextprotocol/conformance/package.json"));
const SUITE = fileURLToPath(new URL("dist/index.js", MANIFEST));

const real = serviceForFile();
const withFixtures = serviceForFile({}, () => ({ moreTools: FIXTURE_TOOLS }));

/** Runs the protocol's own conformance suite against an endpoint. */
const conform = async (url: string, args: readonly string[]) => {
  const folder = mkdtempSync(join(tmpdir(), "lumiglyph-conformance-"));
  const child = spawn(process.execPath, [SUITE, "server", "--url", `${url}/api/mcp`, "-o", folder, ...args], {
    env: { PATH: process.env["PATH"] ?? "", NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exit = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  rmSync(folder, { recursive: true });
  return { code: await exit, output: output + errors };
};

const expectedFile = (revision: string) => fileURLToPath(new URL(`expected-${revision}.yml`, import.meta.url));

describe.each(["2026-07-28", "2025-11-25"])("the requirements of revision %s", (revision) => {
  test("hold, except scenarios that a one-tool server cannot support", async () => {
    const args = ["--requirements", revision, "--expected-failures", expectedFile(revision)];
    const { code, output } = await conform(real.url, args);
    expect([code, code === 0 ? "" : output]).toEqual([0, ""]);
    expect(output).toMatch(/✓ tools-list: 3 passed, 0 failed/);
    expect(output).toMatch(/✓ dns-rebinding-protection: 2 passed, 0 failed/);
  });

  test("are skipped one by one, each with a reason", () => {
    const entries = readFileSync(expectedFile(revision), "utf8")
      .split("\n")
      .filter((line) => line.startsWith("  - "));
    expect(entries.length).toBeGreaterThan(20);
    for (const entry of entries) expect(entry).toMatch(/^ {2}- [a-z0-9-]+(:[a-z0-9-]+)? # (a warning: )?needs .+$/);
  });
});

test("the interoperability document lists the runs of this file", () => {
  const { version } = JSON.parse(readFileSync(MANIFEST, "utf8")) as { version: string };
  expect(CONFORMANCE.map((run) => [run.version, run.requirements, run.leftOut])).toEqual([
    [version, "2026-07-28", "tests/mcp/expected-2026-07-28.yml"],
    [version, "2025-11-25", "tests/mcp/expected-2025-11-25.yml"],
  ]);
});

const CALLS = ["simple-text", "image", "audio", "embedded-resource", "mixed-content", "error", "with-progress"];

describe.each([
  ["2026-07-28", CALLS],
  ["2025-11-25", [...CALLS, "with-logging"]],
])("at revision %s, with the suite's own tools added", (revision, calls) => {
  let output: string;
  beforeAll(async () => {
    ({ output } = await conform(withFixtures.url, ["--requirements", revision]));
  }, 180_000);

  test.each(calls)("tools-call-%s is green", (call) => {
    expect(output.split("\n").filter((line) => line.includes(` tools-call-${call}: `))).toEqual([
      expect.stringMatching(new RegExp(`^✓ tools-call-${call}: [1-9]\\d* passed, 0 failed$`)),
    ]);
  });
});
