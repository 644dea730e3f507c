import { spawnSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { VERSION } from "@lumiglyph/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { programPath } from "../support/programs.ts";

const ROOT = join(import.meta.dirname, "../..");

type Manifest = {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: { readonly [name: string]: string };
};

let copy = "";
const run = (program: string, ...words: string[]) => {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: copy, encoding: "utf8" });
  expect(status, `${stdout}${stderr}`).toBe(0);
};

/** A repository with these manifests and one pending change. */
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "lumiglyph-release-"));
  for (const path of ["package.json", "package-lock.json", ".changeset", ...members()]) {
    cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  }
  for (const pending of globSync(".changeset/*.md", { cwd: copy })) rmSync(join(copy, pending));
  writeFileSync(join(copy, ".changeset/a-change.md"), '---\n"@lumiglyph/engine": minor\n---\n\nDraws better.\n');
  run(programPath("git"), "init", "--quiet", "--initial-branch", "main");
  run(programPath("git"), "add", ".");
  run(
    programPath("git"),
    "-c",
    "user.name=test",
    "-c",
    "user.email=test@test.invalid",
    "commit",
    "--quiet",
    "-m",
    "start",
  );
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

const members = () => globSync("{packages,apps}/*/package.json", { cwd: ROOT }).toSorted();

const manifests = (): readonly Manifest[] =>
  members().map((path) => JSON.parse(readFileSync(join(copy, path), "utf8")) as Manifest);

test("a change in one package releases all of them with the next version, depending on each other at that version", () => {
  run(process.execPath, join(ROOT, "node_modules/@changesets/cli/bin.js"), "version");
  const [first, ...others] = manifests();
  expect(first!.version).toMatch(/^\d+\.\d+\.0$/);
  expect(first!.version).not.toBe(JSON.parse(readFileSync(join(ROOT, members()[0]!), "utf8")).version);
  for (const { name, version, dependencies = {} } of [first!, ...others]) {
    expect(version, name).toBe(first!.version);
    const own = Object.entries(dependencies).filter(([dependency]) => dependency.startsWith("@lumiglyph/"));
    for (const [dependency, pinned] of own) expect(pinned, `${name} → ${dependency}`).toBe(version);
  }
  expect(readFileSync(join(copy, "packages/engine/CHANGELOG.md"), "utf8")).toContain("Draws better.");
});

test("the interface keeps its own version", () => {
  expect(VERSION).toBe("0.3.0");
});
