import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

test.each([
  ["packages/lumiglyph/src/cli/main.ts", "20.19.0", "lumiglyph needs Node 22 or newer; this is Node 20.19.0.\n"],
  ["packages/lumiglyph-mcp/src/main.ts", "22.18.0", "lumiglyph-mcp needs Node 22.19 or newer; this is Node 22.18.0.\n"],
  ["apps/service/src/main.ts", "24.1.0", "The Lumiglyph service needs Node 26 or newer; this is Node 24.1.0.\n"],
])("%s on Node %s exits with one sentence", (main, version, sentence) => {
  const pretend = `data:text/javascript,Object.defineProperty(process.versions,"node",{value:"${version}"})`;
  const flags = ["--conditions=@lumiglyph/source", "--import", pretend];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, join(ROOT, main)], { encoding: "utf8" });
  expect([status, stdout, stderr]).toEqual([1, "", sentence]);
});

test.each([
  ["bun", "Bun 1.4.4"],
  ["deno", "Deno 2.9.6"],
])("the service in %s, which claims to be Node 26, exits with one sentence", (host, name) => {
  const pretend = `data:text/javascript,Object.defineProperty(process.versions,"${host}",{value:"${name.split(" ")[1]}"})`;
  const flags = ["--conditions=@lumiglyph/source", "--import", pretend];
  const main = join(ROOT, "apps/service/src/main.ts");
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, main], { encoding: "utf8" });
  expect([status, stdout, stderr]).toEqual([1, "", `The Lumiglyph service needs Node 26 or newer; this is ${name}.\n`]);
});

test("lumiglyph mcp on Node 22.18 exits with one sentence", () => {
  const pretend = `data:text/javascript,Object.defineProperty(process.versions,"node",{value:"22.18.0"})`;
  const main = join(ROOT, "packages/lumiglyph/src/cli/main.ts");
  const words = ["--conditions=@lumiglyph/source", "--import", pretend, main, "mcp"];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toContain("`mcp` needs Node 22.19 or newer, and this is Node 22.18.0.");
});
