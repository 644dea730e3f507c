import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SETTING_NAMES } from "@lumiglyph/contract";
import { DockerfileParser } from "dockerfile-ast";
import { validate } from "dockerfile-utils";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

const ROOT = join(import.meta.dirname, "../..");
const read = (name: string): string => readFileSync(join(ROOT, name), "utf8");

describe("the Dockerfile", () => {
  const dockerfile = DockerfileParser.parse(read("Dockerfile"));
  const instructions = dockerfile.getInstructions().map((one) => ({
    name: one.getInstruction(),
    text: one.getArgumentsContent() ?? "",
  }));
  const last = instructions.slice(instructions.findLastIndex(({ name }) => name === "FROM"));
  const only = (name: string): string => {
    const found = last.filter((one) => one.name === name);
    expect(found).toHaveLength(1);
    return found[0]!.text;
  };

  test("has no fault that can be seen without building it", () => {
    expect(validate(read("Dockerfile"))).toEqual([]);
  });

  test("is built in stages, of which the last one has no compiler and no sources", () => {
    expect(instructions.filter(({ name }) => name === "FROM")).toHaveLength(3);
    expect(last.filter(({ name }) => name === "COPY").map(({ text }) => text)).toEqual(["/parts ./"]);
    expect(dockerfile.getCOPYs().at(-1)?.getFromFlag()?.getValue()).toBe("parts");
  });

  test("runs as nobody in particular, with jemalloc, and can be asked how it is", () => {
    expect(only("USER")).toBe("node");
    expect(only("ENV")).toContain("LD_PRELOAD=/usr/local/lib/libjemalloc.so");
    expect(only("ENV")).toContain("SERVICE_HOST=0.0.0.0");
    expect(only("HEALTHCHECK")).toContain("/api/health");
    expect(only("STOPSIGNAL")).toBe("SIGTERM");
    expect(only("ENTRYPOINT")).toBe('["tini", "--"]');
  });

  test("copies the manifest of every workspace, so that installing is one cached step", () => {
    const lock = JSON.parse(read("package-lock.json")) as { packages: Record<string, { link?: boolean }> };
    const workspaces = Object.keys(lock.packages).filter((path) => /^(packages|apps)\/[^/]+$/.test(path));
    expect(workspaces.length).toBeGreaterThan(5);
    const copied = instructions.filter(({ name }) => name === "COPY").map(({ text }) => text);
    for (const path of workspaces) expect(copied).toContain(`${path}/package.json ${path}/`);
  });
});

describe("compose.yaml", () => {
  const { services } = parse(read("compose.yaml"));

  test("sets only what the service knows", () => {
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
