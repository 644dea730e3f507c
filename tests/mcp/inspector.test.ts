import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { fixture } from "../spec/drawn.ts";
import { serviceForFile } from "../support/http-service.ts";

vi.setConfig({ testTimeout: 120_000 });

const INSPECTOR = fileURLToPath(
  new URL("clients/launcher/build/index.js", import.meta.resolve("@modelcontextprotocol/inspector/package.json")),
);
const service = serviceForFile();
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lumiglyph-inspector-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the protocol's own inspector from the command line. */
const inspect = async (era: string, args: readonly string[]) => {
  const target = ["--cli", "--server-url", `${service.url}/api/mcp`, "--transport", "http", "--protocol-era", era];
  const child = spawn(process.execPath, [INSPECTOR, ...target, ...args], {
    env: { PATH: process.env["PATH"] ?? "", HOME: folder, MCP_CATALOG_PATH: join(folder, "catalog.json") },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exit = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await exit, output, errors };
};

const call = (args: readonly string[]) => [
  "--method",
  "tools/call",
  "--tool-name",
  "render_ascii",
  ...args.flatMap((one) => ["--tool-arg", one]),
];

describe.each(["legacy", "auto", "modern"])("the inspector, era %s", (era) => {
  test("lists the tool and finds its schema portable", async () => {
    const { code, output, errors } = await inspect(era, ["--method", "tools/list", "--strict"]);
    expect([code, errors]).toEqual([0, ""]);
    expect(JSON.parse(output).tools.map(({ name }: { name: string }) => name)).toEqual(["render_ascii"]);
  });

  test("calls it", async () => {
    const image = Buffer.from(fixture("charts/ramp.png")).toString("base64");
    const { code, output, errors } = await inspect(
      era,
      call([`imageBase64=${image}`, "columns=24", "charset=minimal"]),
    );
    expect([code, errors]).toEqual([0, ""]);
    expect(JSON.parse(output).content).toMatchObject([
      { type: "text", text: expect.stringMatching(/^([ .:#\-/|\\]{24}\n)+$/) },
      { type: "text", text: expect.stringMatching(/^24 × 2 characters as text from 512 × 64 pixels, /) },
    ]);
  });
});

test("the inspector reports a bad argument as the tool's error", async () => {
  const { code, output, errors } = await inspect("modern", call(["imageBase64=AA==", "columns=3"]));
  expect(code).toBe(5);
  expect(output + errors).toContain("tool_is_error");
});
