import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

const ROOT = join(import.meta.dirname, "../..");
const FOLDER = join(ROOT, ".github/workflows");

type Step = { readonly uses?: string; readonly run?: string; readonly with?: object; readonly env?: object };
type Job = {
  readonly container?: string;
  readonly needs?: string;
  readonly if?: string;
  readonly permissions?: object;
  readonly strategy?: { readonly matrix: { readonly os: readonly string[] } };
  readonly steps: readonly Step[];
};
type Workflow = {
  readonly on: object;
  readonly permissions: object;
  readonly jobs: { readonly [name: string]: Job };
};

const read = (name: string): Workflow => parse(readFileSync(join(FOLDER, name), "utf8")) as Workflow;

const names = globSync("*.yml", { cwd: FOLDER }).toSorted();

const IMAGE = new RegExp(`^node:${readFileSync(join(ROOT, ".nvmrc"), "utf8").trim()}-bookworm@sha256:[0-9a-f]{64}$`);

test("there are three workflows", () => {
  expect(names).toEqual(["ci.yml", "nightly.yml", "release.yml"]);
});

describe.each(names)("%s", (name) => {
  const { permissions, jobs } = read(name);
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  test("verifies only with .ci/run, which is executable", () => {
    const argument = name === "nightly.yml" ? " slow" : "";
    expect(steps.filter(({ run }) => run === `.ci/run${argument}`)).toHaveLength(1);
    expect(statSync(join(ROOT, ".ci/run")).mode & 0o111).toBe(0o111);
    const others = Object.entries(jobs).flatMap(([job, { steps }]) => (job === "smoke" ? [] : steps));
    expect(others.filter(({ run }) => /npm|npx/.test(run ?? ""))).toEqual([]);
  });

  test("pins each action to a commit and each image to a version and its digest", () => {
    for (const { uses } of steps) if (uses !== undefined) expect(uses).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
    for (const [job, { container }] of Object.entries(jobs)) {
      if (job !== "image" && job !== "smoke") expect(container).toMatch(IMAGE);
    }
  });

  test("has read permission, and jobs declare any more", () => {
    expect(permissions).toEqual({ contents: "read" });
  });

  test("runs existing scripts", () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: object };
    const asked = JSON.stringify(steps).matchAll(/npm run ([\w:]+)/g);
    for (const [, script] of asked) expect(Object.keys(scripts)).toContain(script);
  });
});

test("other systems build and run the smoke test", () => {
  const { strategy, steps } = read("ci.yml").jobs["smoke"]!;
  expect(strategy?.matrix.os.map((name) => name.replace(/-\d+$/, ""))).toEqual(["windows", "macos"]);
  const commands = steps.flatMap(({ run }) => run ?? []);
  expect(commands).toEqual(["npm ci --no-audit --no-fund", "npm run build", "npm run smoke"]);
});

test("a release is published by changesets, with provenance, after full verification", () => {
  const { jobs } = read("release.yml");
  const { steps, permissions } = jobs["release"]!;
  const at = steps.findIndex(({ uses }) => uses?.startsWith("changesets/action@"));
  expect(at).toBeGreaterThan(steps.findIndex(({ run }) => run === ".ci/run"));
  expect(steps[at]).toMatchObject({
    with: { version: "npm run release:version", publish: "npx changeset publish" },
    env: { NPM_CONFIG_PROVENANCE: "true" },
  });
  expect(permissions).toMatchObject({ "id-token": "write" });
});

test("the image is built every night and pushed after a release, for both architectures, with its parts and provenance", () => {
  const last = (name: string) => read(name).jobs["image"]!.steps.at(-1)!.run;
  expect([last("nightly.yml"), last("release.yml")]).toEqual([".ci/image", '.ci/image "$IMAGE:$VERSION"']);
  expect(read("release.yml").jobs["image"]).toMatchObject({
    needs: "release",
    if: expect.stringContaining("needs.release.outputs.published == 'true'"),
  });
  // stand-ins for the commands to Docker
  const folder = mkdtempSync(join(tmpdir(), "lumiglyph-image-"));
  for (const program of ["docker", "sudo"]) {
    const told = `#!/bin/sh\necho ${program} "$@" >&2\n`;
    writeFileSync(join(folder, program), told, { mode: 0o755 });
  }
  const run = (...args: readonly string[]): string => {
    const env = { PATH: `${folder}:${process.env["PATH"]}` };
    return spawnSync(join(ROOT, ".ci/image"), args, { env, encoding: "utf8" }).stderr.trim().split("\n").at(-1)!;
  };
  const build = "docker buildx build --platform linux/amd64,linux/arm64 --sbom=true --provenance=mode=max";
  expect([run(), run("example/lumiglyph:1")]).toEqual([`${build} .`, `${build} --push --tag example/lumiglyph:1 .`]);
  rmSync(folder, { recursive: true });
});
