import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, matchesGlob } from "node:path";
import { validate } from "dockerfile-utils";
import { describe, expect, test } from "vitest";
import { faultsOfContents } from "../../scripts/rehearse/contents.ts";
import { readDockerfile } from "../../scripts/rehearse/steps.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (name: string): string => readFileSync(join(ROOT, name), "utf8");

describe("the Dockerfile", () => {
  const steps = readDockerfile(read("Dockerfile"));
  const froms = steps.filter(({ keyword }) => keyword === "FROM").map(({ words }) => words);
  const last = steps.slice(steps.findLastIndex(({ keyword }) => keyword === "FROM"));
  const wordsOf = (keyword: string) => last.filter((step) => step.keyword === keyword).map(({ words }) => words);

  test("passes a static check", () => {
    expect(validate(read("Dockerfile"))).toEqual([]);
  });

  test("builds in stages; the last has no compiler and no sources", () => {
    const [image] = froms[0]!;
    expect(froms).toEqual(["build", "parts", ""].map((name) => [image, name]));
    expect(wordsOf("COPY")).toEqual([["parts", "/parts", "./"]]);
  });

  test("uses one base image, pinned by its digest, with the tests' Node version", () => {
    const [name, digest] = froms[0]![0]!.split("@");
    expect(name).toBe(`node:${read(".nvmrc").trim()}-bookworm-slim`);
    expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  test("runs as an ordinary user, with jemalloc and a health check (answers 3.2)", () => {
    expect(wordsOf("USER")).toEqual([["node"]]);
    expect(wordsOf("ENV")).toEqual([
      [
        "LD_PRELOAD=/usr/local/lib/libjemalloc.so",
        "NODE_ENV=production",
        "SERVICE_HOST=0.0.0.0",
        `SERVICE_PORT=${wordsOf("EXPOSE")[0]}`,
      ],
    ]);
    expect(wordsOf("HEALTHCHECK")[0]!.join(" ")).toMatch(/^node -e .*\/api\/health/);
    expect(wordsOf("STOPSIGNAL")).toEqual([["SIGTERM"]]);
    expect(wordsOf("ENTRYPOINT")).toEqual([["tini", "--"]]);
  });

  test("compiles on the builder's architecture, and installs native parts on the target's", () => {
    const platforms = [...read("Dockerfile").matchAll(/^FROM (?:--platform=(\S+) )?node:/gm)];
    expect(platforms.map(([, platform]) => platform)).toEqual(["$BUILDPLATFORM", undefined, undefined]);
    // sharp has both in the lock, each with its libvips
    const lock = read("package-lock.json");
    for (const cpu of ["x64", "arm64"]) expect(lock).toContain(`node_modules/@img/sharp-libvips-linux-${cpu}"`);
  });

  test("keeps every file that a package exports, and none that only builds it", () => {
    const folder = mkdtempSync(join(tmpdir(), "lumiglyph-parts-"));
    const isOurs = (path: string): boolean => !/\/(node_modules|dist|\.\w+)(\/|$)/.test(path);
    for (const part of ["apps", "packages"])
      cpSync(join(ROOT, part), join(folder, part), { recursive: true, filter: isOurs });
    mkdirSync(join(folder, "apps/studio/dist"));
    // what that stage does after the installation
    const script = steps.filter(({ keyword, words }) => keyword === "RUN" && words[0]!.includes("--omit=dev"));
    const [install, ...rest] = script[0]!.words[0]!.replaceAll("\\\n", " ").split("&&");
    expect(install).toMatch(/^npm ci /);
    execFileSync("sh", ["-ec", rest.join("&&")], { cwd: folder });
    expect(faultsOfContents(folder, join(ROOT, "package-lock.json"))).toEqual([]);
    for (const name of ["contract", "decode", "engine"]) {
      const { exports } = JSON.parse(readFileSync(join(folder, "packages", name, "package.json"), "utf8"));
      const data = Object.values<unknown>(exports).filter((target) => typeof target === "string");
      // the kernels are in a module of the build, too
      for (const file of data.filter((target) => !target.endsWith(".wasm"))) {
        expect([file, existsSync(join(folder, "packages", name, file))]).toEqual([file, true]);
      }
      if (name === "engine") expect(data).toContain("./src/paint/generated/glyphs.bin");
    }
    rmSync(folder, { recursive: true });
  });

  test("copies the manifest of every workspace, to install in one cached step", () => {
    const lock = JSON.parse(read("package-lock.json")) as { packages: Record<string, { link?: boolean }> };
    const workspaces = Object.keys(lock.packages).filter((path) => /^(packages|apps)\/[^/]+$/.test(path));
    expect(workspaces.length).toBeGreaterThan(5);
    for (const path of workspaces) {
      expect(steps).toContainEqual({ keyword: "COPY", words: ["", `${path}/package.json`, `${path}/`] });
    }
  });

  test("is rejected if the rehearsal does not support an instruction", () => {
    expect(() => readDockerfile("FROM a\nVOLUME /data")).toThrow("A rehearsal cannot perform VOLUME.");
    expect(() => readDockerfile("FROM a\nWORKDIR $HOME")).toThrow("does not expand variables and quotes: $HOME");
  });
});

describe(".dockerignore", () => {
  const patterns = read(".dockerignore")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  const ignored = (path: string): boolean =>
    patterns.some((pattern) => matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`));

  test("excludes build output, dependencies and tests from the build context", () => {
    const out = [".git/HEAD", "node_modules/a", "apps/studio/dist/index.html", "packages/engine/tsconfig.tsbuildinfo"];
    for (const path of [...out, "tests", "docs/how-to"]) expect([path, ignored(path)]).toEqual([path, true]);
  });

  test("includes what the build reads", () => {
    const read = ["package.json", "apps/service/src/main.ts", "packages/engine/src/pipeline.ts", "distance.ts"];
    for (const path of [...read, ".gitignore"]) expect([path, ignored(path)]).toEqual([path, false]);
  });

  test("has no exceptions, which the rehearsal does not support", () => {
    expect(patterns.filter((pattern) => pattern.startsWith("!"))).toEqual([]);
  });
});
