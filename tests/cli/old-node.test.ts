import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

test.each([
  ["packages/lumiglyph/src/cli/main.ts", "20.19.0", "lumiglyph needs Node 22 or newer; this is Node 20.19.0.\n"],
  ["apps/service/src/mcp-main.ts", "24.1.0", "The Lumiglyph service needs Node 26 or newer; this is Node 24.1.0.\n"],
  ["apps/service/src/main.ts", "24.1.0", "The Lumiglyph service needs Node 26 or newer; this is Node 24.1.0.\n"],
])("%s on Node %s exits with one sentence", (main, version, sentence) => {
  const pretend = `data:text/javascript,Object.defineProperty(process.versions,"node",{value:"${version}"})`;
  const flags = ["--conditions=@lumiglyph/source", "--import", pretend];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, join(ROOT, main)], { encoding: "utf8" });
  expect([status, stdout, stderr]).toEqual([1, "", sentence]);
});
