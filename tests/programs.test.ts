import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { programNames, programRow } from "./support/programs.ts";
import { allTests, programsIn, reachedFrom, systemTests, unannouncedStarts } from "./support/system-tests.ts";

const ROOT = join(import.meta.dirname, "..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** Packages that `.ci/run` installs although no test starts them, with the reason. */
const LIBRARIES = {
  libatomic1: "Node 26 itself",
  libjemalloc2: "the allocator of the workers",
  "linux-libc-dev": "the kernel's numbers of system calls",
  "ca-certificates": "npm",
  "golang-go": "an example of the slow half",
};

/** Essential on Debian. */
const ALWAYS_THERE = ["bash", "bsdutils"];

test(".ci/run installs every program of the table, and nothing without a reason", () => {
  const script = read(".ci/run");
  const lists = [...script.matchAll(/packages\+?=\(([^)]*)\)/g)];
  const installed = lists.flatMap(([, names]) => names!.split(" "));
  const wanted = programNames.map((name) => programRow(name).debian).filter((name) => !ALWAYS_THERE.includes(name));
  expect(installed.toSorted()).toEqual([...new Set([...wanted, ...Object.keys(LIBRARIES)])].toSorted());
});

test("every program of the table is required by a test", () => {
  const modules = new Set(systemTests().flatMap(({ file }) => reachedFrom(file)));
  const asked = new Set([...modules].flatMap((path) => programsIn(read(path))));
  const headless = "chromium-headless-shell";
  expect(programNames.filter((name) => !asked.has(name))).toEqual([headless]);
});

test("every test that starts a program declares it", () => {
  // modules in `src/testing` cannot import the table: the tests that run them announce missing
  // programs
  const modules = new Set([...allTests(), ...globSync("tests/**/*.ts", { cwd: ROOT })]);
  // this file plants some
  modules.delete("tests/programs.test.ts");
  expect([...modules].flatMap((path) => unannouncedStarts(path, read(path)))).toEqual([]);
});

test("`npm test` starts no program, and `npm run test:all` misses no test", () => {
  const { scripts } = JSON.parse(read("package.json"));
  expect(scripts.test).toBe("vitest run --project fast");
  expect(scripts["test:all"]).toBe(`${scripts.test} --project system`);
});

describe("a planted test", () => {
  // not in one piece, or this file would ask for it
  const REDIS = "redis-server";

  const plant = (modules: { readonly [path: string]: string }) =>
    systemTests(["tests/a.test.ts"], (path) => modules[path]!);
  const START = `import { spawn } from "node:child_process";
spawn(programPath("${REDIS}"), []);`;

  test("that starts a program through a helper needs that program", () => {
    const modules = {
      "tests/a.test.ts": `import { start } from "./support/redis.ts";`,
      "tests/support/redis.ts": START,
    };
    expect(plant(modules)).toEqual([{ file: "tests/a.test.ts", programs: ["redis-server"] }]);
  });

  test.each([
    ["Node", `import { fork } from "node:child_process";`],
    ["the service", `import { serviceForFile } from "./support/http-service.ts";`],
  ])("that starts %s is a system test without programs", (_what, text) => {
    const modules = { "tests/a.test.ts": text, "tests/support/http-service.ts": "" };
    expect(plant(modules)).toEqual([{ file: "tests/a.test.ts", programs: [] }]);
  });

  test.each([
    ["types of a helper", `import type { Redis } from "./support/redis.ts";`],
    ["the product", `import { pool } from "../apps/service/src/pool.ts";`],
  ])("that imports %s runs with Node alone", (_what, text) => {
    const modules = {
      "tests/a.test.ts": text,
      "tests/support/redis.ts": START,
      "apps/service/src/pool.ts": START,
    };
    expect(plant(modules)).toEqual([]);
  });

  test.each([
    [`spawn("${REDIS}", []);`, `a.ts starts ${REDIS}: write programPath("${REDIS}"), and a row in programs.ts`],
    [`promisify(execFile)("jq", []);`, `a.ts starts jq: write programPath("jq"), and a row in programs.ts`],
    [`import { chromium } from "playwright-core";`, "a.ts starts a browser: call launchShell"],
  ])("that hides its program is found: %s", (text, fault) => {
    expect(unannouncedStarts("a.ts", text)).toEqual([fault]);
  });
});
