import { readFileSync } from "node:fs";
import { PIPELINE } from "@lumiglyph/engine";
import { expect, test } from "vitest";

const page = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), "utf8");

test("ARCHITECTURE.md lists the pipeline's stages in order", () => {
  const rows = PIPELINE.map(({ name, summary }) => `| \`${name}\` | ${summary} |`).join("\n");
  expect(page("ARCHITECTURE.md")).toContain(`| stage | what it does |\n|---|---|\n${rows}\n\n`);
});

test("CONTRIBUTING.md describes every script of package.json", () => {
  const scripts = Object.keys(JSON.parse(page("package.json")).scripts);
  const documented = [...page("CONTRIBUTING.md").matchAll(/^\| `npm (?:run )?([\w:]+)` \|/gm)].map(([, name]) => name);
  expect(documented.toSorted()).toEqual(scripts.toSorted());
});
