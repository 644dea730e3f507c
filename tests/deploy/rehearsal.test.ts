import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { faultsOfContents } from "../../scripts/rehearse/contents.ts";
import { readStart } from "../../scripts/rehearse/steps.ts";

describe("the contents of an image", () => {
  const folder = mkdtempSync(join(tmpdir(), "lumiglyph-contents-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  const put = (path: string, text = ""): string => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  const lock = put(
    "package-lock.json",
    JSON.stringify({
      packages: {
        "": { devDependencies: { compiler: "1" } },
        "node_modules/web": {},
        "node_modules/compiler": { dev: true },
        "node_modules/absent": { dev: true },
      },
    }),
  );

  test("pass if everything is needed at run time", () => {
    put("node_modules/web/package.json");
    for (const file of ["package.json", "dist/main.js", "studio/index.html"]) put(`apps/service/${file}`);
    expect(faultsOfContents(folder, lock)).toEqual([]);
  });

  test("fail with compilers, sources or tests", () => {
    put("node_modules/compiler/package.json");
    for (const file of ["src/main.ts", "dist/main.test.js", "dist/main.d.ts"]) put(`apps/service/${file}`);
    put("tests/one.test.ts");
    expect(faultsOfContents(folder, lock).toSorted()).toEqual([
      "apps/service/dist/main.d.ts is not needed at run time.",
      "apps/service/dist/main.test.js is not needed at run time.",
      "apps/service/src/main.ts is not needed at run time.",
      "node_modules/compiler is a development dependency.",
      "tests is not needed at run time.",
    ]);
  });
});

describe("the README's start", () => {
  test("is three commands that work as written", () => {
    const { install, start, ask } = readStart(readFileSync(new URL("../../README.md", import.meta.url), "utf8"));
    expect([install, start]).toEqual(["npm ci", "npm start"]);
    expect(ask).toMatch(/^curl .*localhost:8787\/api\/v1\/render/);
  });

  test("is rejected in any other form", () => {
    expect(() => readStart("## Start\n\n```sh\nnpm ci\n```\n\n## More\n")).toThrow("The README's start is not");
  });
});
