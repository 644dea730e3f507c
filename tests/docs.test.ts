import { readFileSync } from "node:fs";
import { FORMATS } from "@lumiglyph/contract";
import { PIPELINE } from "@lumiglyph/engine";
import { expect, test } from "vitest";
import { TONE_STEPS } from "../packages/engine/src/plane.ts";
import { levelingOf } from "../packages/engine/src/stages/levels.ts";

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

test("ARCHITECTURE.md lists the output formats at the step that writes them", () => {
  const [, row = ""] = /^\| encode \| (.*) \| \|$/m.exec(page("ARCHITECTURE.md")) ?? [];
  expect([...row.matchAll(/[:,] ([\w-]+)/g)].map(([, id]) => id).toSorted()).toEqual(Object.keys(FORMATS).toSorted());
});

test("live.md says which points the levels hold", () => {
  // every tone is equally frequent, so a percentile is its own tone
  const even = { opaque: new Uint32Array(TONE_STEPS + 1).fill(1), transparent: 0 };
  const { black, scale } = levelingOf(even, 1);
  const [dark, light] = [black, black + 1 / scale].map((tone) => `${Math.round(100 * tone)} %`);
  expect(page("docs/explanation/live.md")).toContain(`The ${dark} and ${light} points are held`);
});
