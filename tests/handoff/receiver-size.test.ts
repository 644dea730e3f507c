import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const TUTORIAL = readFileSync(join(ROOT, "docs/tutorials/receiver.md"), "utf8");

test("the tutorial's receiver loads less than 6 kB of the package", async () => {
  const folder = mkdtempSync(join(tmpdir(), "lumiglyph-receiver-"));
  const input = join(folder, "receiver.js");
  writeFileSync(input, /```js\n(.*?)```/s.exec(TUTORIAL)![1]!);
  const build = await rolldown({
    input,
    platform: "browser",
    resolve: {
      conditionNames: ["@lumiglyph/source"],
      alias: { "@lumiglyph/handoff": join(ROOT, "packages/handoff/src/index.ts") },
    },
  });
  const { output } = await build.generate({ format: "esm", minify: true });
  await build.close();
  rmSync(folder, { recursive: true });
  expect(gzipSync(output[0].code, { level: 9 }).length).toBeLessThan(6000);
});
