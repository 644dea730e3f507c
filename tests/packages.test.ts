import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { VERSION } from "@lumiglyph/contract";
import { describe, expect, test } from "vitest";
import { EXIT } from "../packages/lumiglyph/src/cli/streams.ts";

const ROOT = join(import.meta.dirname, "..");

type Manifest = {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly private?: boolean;
  readonly files?: readonly string[];
  readonly sideEffects?: boolean | readonly string[];
  readonly bin?: { readonly [name: string]: string };
  readonly type: string;
  readonly engines: { readonly node: string };
  readonly exports?: { readonly [path: string]: { readonly [condition: string]: string } | string };
  readonly dependencies?: { readonly [name: string]: string };
  readonly peerDependencies?: { readonly [name: string]: string };
};

const read = (path: string): Manifest => JSON.parse(readFileSync(join(ROOT, path), "utf8")) as Manifest;

const members = globSync("{packages,apps}/*/package.json", { cwd: ROOT }).toSorted();

test("the contract's version is 0.3.0", () => {
  expect(VERSION).toBe("0.3.0");
});

test("eight packages are published", () => {
  const published = members.map(read).filter((manifest) => manifest.private !== true);
  expect(published.map(({ name }) => name).toSorted()).toEqual([
    "@lumiglyph/contract",
    "@lumiglyph/decode",
    "@lumiglyph/element",
    "@lumiglyph/engine",
    "@lumiglyph/handoff",
    "@lumiglyph/service",
    "lumiglyph",
    "lumiglyph-mcp",
  ]);
});

/** All packages are released together. */
const { version: RELEASE } = read("packages/contract/package.json");

for (const path of ["package.json", ...members]) {
  test(`${path} is an ES module under the MIT license, for a stated Node`, () => {
    const manifest = read(path);
    expect(manifest).toMatchObject({ license: "MIT", type: "module" });
    expect(manifest.description).toMatch(/\.$/);
    expect(manifest.engines.node).toMatch(/^>=\d+(?:\.\d+)?$/);
  });
}

for (const path of members) {
  const manifest = read(path);
  const folder = dirname(path);

  describe(manifest.name, () => {
    test("is named after its folder", () => {
      const name = folder.split("/")[1];
      expect(manifest.name).toBe(name?.startsWith("lumiglyph") ? name : `@lumiglyph/${name}`);
    });

    test("exports its sources first, then types, then the build of the same file", () => {
      // a private package is imported as source, or built into a published one
      for (const target of Object.values(manifest.private === true ? {} : (manifest.exports ?? {}))) {
        // files that a page loads by name
        if (typeof target === "string") continue;
        const conditions = Object.keys(target).filter((condition) => condition !== "browser");
        expect(conditions).toEqual(["@lumiglyph/source", "types", "default"]);
        const source = target["@lumiglyph/source"]!;
        expect(existsSync(join(ROOT, folder, source)), `${folder}/${source}`).toBe(true);
        const built = source.replace("./src/", "./dist/").replace(/\.ts$/, "");
        expect(target).toMatchObject({ types: `${built}.d.ts`, default: `${built}.js` });
      }
    });

    test("has the common version and pins every dependency, our own to that version", () => {
      expect(manifest.version).toBe(RELEASE);
      for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.peerDependencies })) {
        if (name.startsWith("@lumiglyph/")) expect(version, name).toBe(RELEASE);
        // the user installs peer dependencies
        else if (name in (manifest.peerDependencies ?? {})) expect(version, name).toMatch(/^>=\d+$/);
        else expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
      }
    });

    test("names its folder in the repository and where to report bugs", () => {
      expect(manifest).toMatchObject({
        homepage: expect.stringContaining("#readme"),
        bugs: expect.stringMatching(/\/issues$/),
        repository: { type: "git", directory: folder },
      });
    });

    if (manifest.private === true) return;

    test("publishes its build with sources, README and license", () => {
      const studio = folder === "apps/service" ? ["studio"] : [];
      const unbundled = folder === "packages/lumiglyph" ? ["man", "!dist/cli"] : [];
      expect(manifest.files).toEqual(["dist", "src", ...studio, ...unbundled, "!**/*.test.*", "!**/testing"]);
      expect(manifest.sideEffects).toBeDefined();
      expect(existsSync(join(ROOT, folder, "README.md"))).toBe(true);
      expect(readFileSync(join(ROOT, folder, "LICENSE"), "utf8")).toBe(readFileSync(join(ROOT, "LICENSE"), "utf8"));
    });
  });
}

test("the exit codes in the command line's README match its table", () => {
  const readme = readFileSync(join(ROOT, "packages/lumiglyph/README.md"), "utf8");
  const documented = [...readme.matchAll(/^\| (\d+) \| (.*) \|$/gm)].map(([, code, says]) => ({
    code: Number(code),
    says,
  }));
  expect(documented).toEqual(Object.values(EXIT));
});
