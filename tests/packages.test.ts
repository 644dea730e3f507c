import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { VERSION } from "@lumiglyph/contract";
import { describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

type Manifest = {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly type: string;
  readonly engines: { readonly node: string };
  readonly exports?: { readonly [path: string]: { readonly [condition: string]: string } };
  readonly dependencies?: { readonly [name: string]: string };
};

const read = (path: string): Manifest => JSON.parse(readFileSync(join(ROOT, path), "utf8")) as Manifest;

const members = globSync("{packages,apps}/*/package.json", { cwd: ROOT }).toSorted();

test("the contract speaks version 0.3.0", () => {
  expect(VERSION).toBe("0.3.0");
});

test("there are at least the four packages of the first issue", () => {
  expect(members.map((path) => read(path).name)).toEqual(
    expect.arrayContaining(["@lumiglyph/contract", "@lumiglyph/decode", "@lumiglyph/engine", "@lumiglyph/service"]),
  );
});

for (const path of ["package.json", ...members]) {
  test(`${path} is an ES module of version 0.3.0 under the MIT license, for a stated Node`, () => {
    const manifest = read(path);
    expect(manifest).toMatchObject({ version: "0.3.0", license: "MIT", type: "module" });
    expect(manifest.description).toMatch(/\.$/);
    expect(manifest.engines.node).toMatch(/^>=\d+$/);
  });
}

for (const path of members) {
  const manifest = read(path);
  const folder = dirname(path);

  describe(manifest.name, () => {
    test("is named after its folder", () => {
      expect(manifest.name).toBe(`@lumiglyph/${folder.split("/")[1]}`);
    });

    test("exports its sources first, then types, then what is built from the same file", () => {
      for (const target of Object.values(manifest.exports ?? {})) {
        expect(Object.keys(target)).toEqual(["@lumiglyph/source", "types", "default"]);
        const source = target["@lumiglyph/source"]!;
        expect(existsSync(join(ROOT, folder, source)), `${folder}/${source}`).toBe(true);
        const built = source.replace("./src/", "./dist/").replace(/\.ts$/, "");
        expect(target).toMatchObject({ types: `${built}.d.ts`, default: `${built}.js` });
      }
    });

    test("pins each dependency to one version, our own to 0.3.0", () => {
      for (const [name, version] of Object.entries(manifest.dependencies ?? {})) {
        expect(version, name).toMatch(name.startsWith("@lumiglyph/") ? /^0\.3\.0$/ : /^\d+\.\d+\.\d+$/);
      }
    });
  });
}
