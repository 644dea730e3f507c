import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { REQUIRED_NODE, requireNode } from "./serve.ts";

test("requires the version that the service declares", () => {
  const manifest = new URL("../../../../apps/service/package.json", import.meta.url);
  expect(JSON.parse(readFileSync(manifest, "utf8")).engines.node).toBe(`>=${REQUIRED_NODE}`);
});

test("names the required version to an older Node", () => {
  expect(() => requireNode("serve", "22.14.0")).toThrow("`serve` needs Node 26 or newer, and this is Node 22.14.0.");
  expect(() => requireNode("serve", "26.0.0")).not.toThrow();
});
