import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { GENERATED_FOLDERS, generatedFiles } from "../scripts/generated-files.ts";

const ROOT = join(import.meta.dirname, "..");

/** Sources of the generated files, besides node_modules. */
const SOURCES = [
  "package.json",
  "scripts",
  "packages/contract/src",
  "packages/documents/src",
  "packages/engine/src",
  "packages/engine/assembly",
  "packages/cli/package.json",
  "packages/cli/src",
  "apps/service/src",
  "packages/decode/src",
  "fixtures/portrait.png",
  "fixtures/still-life.png",
  "fixtures/koi.png",
  "fixtures/line-drawing.png",
  "fixtures/moonlit.png",
  "fixtures/sprite.png",
  "apps/studio/src/sources",
];

/** Checks a tree's generated files with its own script. */
const check = (root: string) => {
  const script = ["--conditions=@lumiglyph/source", join(root, "scripts/generate.ts"), "--check"];
  const { status, stderr } = spawnSync(process.execPath, script, { encoding: "utf8" });
  return { status, faults: stderr.split("\n").filter((line) => line !== "") };
};

/** All makers run in each of these: slow on a busy machine. */
const MINUTES = 180_000;

test("every generated file is up to date", { timeout: MINUTES }, () => {
  expect(check(ROOT)).toEqual({ status: 0, faults: [] });
});

describe("in a copy of the tree", { timeout: MINUTES }, async () => {
  const paths = [...(await generatedFiles()).keys()];
  let copy = "";

  beforeEach(() => {
    copy = mkdtempSync(join(tmpdir(), "lumiglyph-generated-"));
    for (const path of [...SOURCES, ...paths]) cpSync(join(ROOT, path), join(copy, path), { recursive: true });
    symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  });

  afterEach(() => rmSync(copy, { recursive: true, force: true }));

  test("reports nothing while nothing is edited", () => {
    expect(check(copy)).toEqual({ status: 0, faults: [] });
  });

  test("reports every edited file", () => {
    for (const path of paths) appendFileSync(join(copy, path), " ");
    const { status, faults } = check(copy);
    expect(status).toBe(1);
    expect(faults.toSorted()).toEqual(paths.map((path) => `differs: ${path}`).toSorted());
  });

  test("reports a missing file", () => {
    rmSync(join(copy, paths[0]!));
    expect(check(copy)).toEqual({ status: 1, faults: [`missing: ${paths[0]}`] });
  });

  test("reports a file that nothing generates", () => {
    for (const folder of GENERATED_FOLDERS) writeFileSync(join(copy, folder, "stray.md"), "");
    expect(check(copy)).toEqual({
      status: 1,
      faults: GENERATED_FOLDERS.map((folder) => `unknown: ${folder}/stray.md`),
    });
  });
});
