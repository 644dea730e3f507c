import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { faultsOfContents } from "../../scripts/rehearse/contents.ts";
import { startOf } from "../../scripts/rehearse/readme-start.ts";

describe("what an image holds", () => {
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
        "apps/service": { dependencies: { "@own/engine": "1", web: "1" } },
        "packages/engine": { optionalDependencies: { "codec-arm": "1" } },
        "node_modules/@own/service": { resolved: "apps/service", link: true },
        "node_modules/@own/engine": { resolved: "packages/engine", link: true },
        "node_modules/web": { dependencies: { router: "1" } },
        "node_modules/web/node_modules/router": {},
        "node_modules/router": {},
        "node_modules/codec-arm": {},
        "node_modules/compiler": { dev: true },
      },
    }),
  );
  const faults = () => faultsOfContents(folder, lock, "apps/service");

  test("is right where everything is needed by the service, itself or through something else", () => {
    for (const name of ["web", "web/node_modules/router"]) put(`node_modules/${name}/package.json`);
    for (const file of ["package.json", "dist/main.js", "studio/index.html"]) put(`apps/service/${file}`);
    mkdirSync(join(folder, "node_modules/@own"));
    mkdirSync(join(folder, "packages/engine/dist"), { recursive: true });
    symlinkSync("../../packages/engine", join(folder, "node_modules/@own/engine"));
    symlinkSync("../../apps/service", join(folder, "node_modules/@own/service"));
    expect(faults()).toEqual([]);
  });

  test("is wrong where there are compilers, sources or tests", () => {
    for (const name of ["compiler", "router"]) put(`node_modules/${name}/package.json`);
    for (const file of ["src/main.ts", "dist/main.test.js", "dist/main.d.ts"]) put(`apps/service/${file}`);
    put("tests/one.test.ts");
    expect(faults().toSorted()).toEqual([
      "apps/service/dist/main.d.ts is not for running.",
      "apps/service/dist/main.test.js is not for running.",
      "apps/service/src is not for running.",
      "node_modules/compiler is a package that nothing needs.",
      "node_modules/router is a package that nothing needs.",
      "tests is not for running.",
    ]);
  });
});

describe("the README's start", () => {
  test("is three commands that can be followed as they stand", () => {
    const { install, start, ask } = startOf(readFileSync(new URL("../../README.md", import.meta.url), "utf8"));
    expect([install, start]).toEqual(["npm ci", "npm start"]);
    expect(ask).toMatch(/^curl .*localhost:8787\/api\/v1\/render/);
  });

  test("is refused where it is something else", () => {
    expect(() => startOf("## Start\n\n```sh\nnpm ci\n```\n\n## More\n")).toThrow("The README's start is not");
  });
});
