import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, parse } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const TSC = join(ROOT, "node_modules/typescript/bin/tsc");

let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lumiglyph-compiler-"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Compiles a file of this text with a project's own settings and returns the error codes. */
const errorsIn = (project: string, text: string): string[] => {
  const settings = {
    extends: join(ROOT, project),
    compilerOptions: {
      noEmit: true,
      composite: false,
      emitDeclarationOnly: false,
      rewriteRelativeImportExtensions: false,
      rootDir: parse(ROOT).root,
      typeRoots: [join(ROOT, "node_modules/@types")],
      paths: {
        "@lumiglyph/contract": [join(ROOT, "packages/contract/src/index.ts")],
        "@lumiglyph/tests/*": [join(ROOT, "tests/*")],
      },
    },
    files: ["planted.ts"],
    include: [],
    references: [],
  };
  writeFileSync(join(folder, "package.json"), `{ "type": "module" }`);
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings));
  writeFileSync(join(folder, "planted.ts"), text);
  const { stdout, status } = spawnSync(process.execPath, [TSC, "-p", folder, "--pretty", "false"], {
    encoding: "utf8",
  });
  const codes = [...stdout.matchAll(/error (TS\d+)/g)].map(([, code]) => code!);
  expect(status === 0, stdout).toBe(codes.length === 0);
  return codes;
};

describe("a parameter without a row", () => {
  const reading = (name: string) => `import type { RenderParams } from "@lumiglyph/contract";
export const read = (params: RenderParams) => params.${name};
`;

  test("does not compile in the engine", () => {
    expect(errorsIn("packages/engine/tsconfig.json", reading("nonsense"))).toEqual(["TS2339"]);
  });

  test("a parameter with a row compiles", () => {
    expect(errorsIn("packages/engine/tsconfig.json", reading("columns"))).toEqual([]);
  });
});

describe("the two lowest layers", () => {
  const hosts = ["document", "process", "Buffer", "fetch", "setTimeout", "console", "crypto", "performance"];

  for (const project of ["packages/contract/tsconfig.json", "packages/engine/tsconfig.json"]) {
    test(`do not compile host APIs (${project})`, () => {
      const text = hosts.map((name) => `export const planted_${name} = ${name};\n`).join("");
      const codes = errorsIn(project, text);
      expect(codes).toHaveLength(hosts.length);
      for (const code of codes) expect(code).toMatch(/^TS(2304|2552|258\d|259\d)$/);
    });
  }
});
