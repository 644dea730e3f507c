import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SETTING_NAMES } from "@lumiglyph/contract";
import { validate } from "dockerfile-utils";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { onlyStep, readDockerfile } from "../../scripts/deploy/dockerfile.ts";
import { ignoredBy } from "../../scripts/deploy/dockerignore.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (name: string): string => readFileSync(join(ROOT, name), "utf8");

describe("the Dockerfile", () => {
  const stages = readDockerfile(read("Dockerfile"));
  const last = stages.at(-1)!;

  test("has no fault that can be seen without building it", () => {
    expect(validate(read("Dockerfile"))).toEqual([]);
  });

  test("is built in stages, of which the last one has no compiler and no sources", () => {
    expect(stages.map(({ name }) => name)).toEqual(["build", "parts", null]);
    expect(new Set(stages.map(({ image }) => image))).toEqual(new Set(["node:26-bookworm-slim"]));
    expect(onlyStep(last, "COPY")).toMatchObject({ from: "parts", sources: ["/parts"], target: "./" });
  });

  test("runs as nobody in particular, with jemalloc, and can be asked how it is (answers 3.2)", () => {
    expect(onlyStep(last, "USER").value).toBe("node");
    expect(onlyStep(last, "ENV").variables).toEqual({
      LD_PRELOAD: "/usr/local/lib/libjemalloc.so",
      NODE_ENV: "production",
      SERVICE_HOST: "0.0.0.0",
      SERVICE_PORT: onlyStep(last, "EXPOSE").value,
    });
    expect(onlyStep(last, "HEALTHCHECK").words.join(" ")).toMatch(/^node -e .*\/api\/health/);
    expect(onlyStep(last, "STOPSIGNAL").value).toBe("SIGTERM");
    expect(onlyStep(last, "ENTRYPOINT").words).toEqual(["tini", "--"]);
  });

  test("copies the manifest of every workspace, so that installing is one cached step", () => {
    const lock = JSON.parse(read("package-lock.json")) as { packages: Record<string, { link?: boolean }> };
    const workspaces = Object.keys(lock.packages).filter((path) => /^(packages|apps)\/[^/]+$/.test(path));
    expect(workspaces.length).toBeGreaterThan(5);
    const copied = stages[0]!.steps.map(({ line }) => line);
    for (const path of workspaces) expect(copied).toContain(`COPY ${path}/package.json ${path}/`);
  });

  test("is refused where it says what a rehearsal could not do", () => {
    expect(() => readDockerfile("FROM a\nVOLUME /data")).toThrow("VOLUME is not among what is understood here.");
    expect(() => readDockerfile("FROM a\nWORKDIR $HOME")).toThrow(
      "Variables and quotes are not understood here: $HOME",
    );
  });
});

describe(".dockerignore", () => {
  const ignored = ignoredBy(read(".dockerignore"));

  test("keeps what is built, installed or only tested out of the image's build", () => {
    const out = [".git/HEAD", "node_modules/a", "apps/studio/dist/index.html", "packages/engine/tsconfig.tsbuildinfo"];
    for (const path of [...out, "tests", "docs/how-to"]) expect([path, ignored(path)]).toEqual([path, true]);
  });

  test("lets through what the build reads", () => {
    const read = ["package.json", "apps/service/src/main.ts", "packages/engine/src/pipeline.ts", "distance.ts"];
    for (const path of [...read, ".gitignore"]) expect([path, ignored(path)]).toEqual([path, false]);
  });

  test("is refused where it brings something back", () => {
    expect(() => ignoredBy("docs\n!docs/a.md")).toThrow("!docs/a.md is not understood here.");
  });
});

describe("compose.yaml", () => {
  const { services } = parse(read("compose.yaml"));

  test("sets only what the service knows (answers 3.12, 3.13)", () => {
    for (const name of Object.keys(services.service.environment)) expect(SETTING_NAMES).toContain(name);
    expect(services.service.environment).toMatchObject({ SERVICE_RATE_POINTS: "120", SERVICE_CLIENT_CONCURRENCY: "4" });
  });

  test("lets nothing write to its image or gain rights", () => {
    for (const service of Object.values<{ read_only: boolean }>(services)) expect(service.read_only).toBe(true);
    expect(services.service.cap_drop).toEqual(["ALL"]);
    expect(services.service.security_opt).toEqual(["no-new-privileges:true"]);
  });

  test("publishes the proxy and nothing else", () => {
    const open = Object.entries<{ ports?: readonly string[] }>(services).filter(([, { ports }]) => ports !== undefined);
    expect(open.map(([name]) => name)).toEqual(["proxy"]);
  });
});
