import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { REQUIRED_NODE, requireNode } from "./serve.ts";

test("the version that is asked for is the one that the service states", () => {
  const manifest = new URL("../../../apps/service/package.json", import.meta.url);
  expect(JSON.parse(readFileSync(manifest, "utf8")).engines.node).toBe(`>=${REQUIRED_NODE}`);
});

test("an older Node is told which one is needed", () => {
  expect(() => requireNode("serve", "22.14.0")).toThrow("`serve` needs Node 26 or newer, and this is Node 22.14.0.");
  expect(() => requireNode("serve", "26.0.0")).not.toThrow();
});
