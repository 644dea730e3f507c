import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { draw } from "./index.ts";

const path = (name: string): string => fileURLToPath(new URL(`../../../${name}`, import.meta.url));

// `npm run pack:check -- --runtimes` checks the same for the packed library in every runtime
test("an app's own sharp, environment, listeners and globals are the same after import and draw", async () => {
  const [app, picture] = [path("scripts/pack/leaves-host.mjs"), path("fixtures/portrait.png")];
  const { stdout, stderr } = spawnSync(process.execPath, ["--conditions=@lumiglyph/source", app, picture], {
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  const { imported, drawn, checked, text } = JSON.parse(stdout);
  expect({ imported, drawn }).toEqual({ imported: [], drawn: [] });
  expect(checked).toBeGreaterThan(400);
  expect(text).toBe((await draw(picture, { columns: 60, color: true, format: "ansi" })).text);
});
