import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { circlesIn } from "./architecture/circles.ts";
import { ARROWS, faultsOfArrows } from "./architecture/folders.ts";
import { faultsOf, LAYERS, type Unit } from "./architecture/layers.ts";
import { faultsOfLength, readSources } from "./architecture/lengths.ts";
import { SAME_THING, SEVERAL_MEANINGS, sharedNames } from "./architecture/names.ts";
import { readersOfSentences } from "./architecture/sentences.ts";
import { STUDIO_FOLDERS, studioFaults } from "./architecture/studio-folders.ts";
import { readTestDependencies, readUnits } from "./architecture/units.ts";

test("imports never point sideways or upward, leave the package, or name an undeclared dependency", () => {
  expect(readUnits().flatMap((unit) => faultsOf(unit, readTestDependencies()))).toEqual([]);
});

test("every package and app has a layer and modules, and every layer entry exists", () => {
  const units = readUnits();
  expect(units.filter(({ modules }) => Object.keys(modules).length === 0)).toEqual([]);
  expect(units.map(({ folder }) => basename(folder)).toSorted()).toEqual(Object.keys(LAYERS).toSorted());
});

test("ARCHITECTURE.md lists the layer and dependencies of every package and app", () => {
  const page = readFileSync(new URL("../ARCHITECTURE.md", import.meta.url), "utf8");
  const listed = [...page.matchAll(/^\| L\d \| `.*$/gm)].map(([row]) =>
    row.replace(/^(\|[^|]*\|[^|]*\|)[^|]*\|/, "$1"),
  );
  const rows = readUnits().map(({ folder, dependencies }) => {
    const below = dependencies
      .filter((name) => name.startsWith("@lumiglyph/"))
      .map((name) => `\`${name.split("/")[1]}\``);
    return `| L${LAYERS[basename(folder)]} | \`${basename(folder)}\` | ${below.join(", ") || "none"} |`;
  });
  expect(listed).toEqual(rows.toSorted());
});

test("the contract is alone on the lowest layer", () => {
  expect(Object.entries(LAYERS).filter(([, layer]) => layer === 0)).toEqual([["contract", 0]]);
});

test("the folders of an app import in one direction", () => {
  const units = readUnits().filter(({ folder }) => ARROWS[folder] !== undefined);
  expect(units.map(({ folder }) => folder).toSorted()).toEqual(Object.keys(ARROWS).toSorted());
  expect(units.flatMap((unit) => faultsOfArrows(unit, ARROWS[unit.folder]!))).toEqual([]);
});

test("no imports form a circle, types included", () => {
  expect(readUnits().flatMap(circlesIn)).toEqual([]);
});

test("an exported name means one thing, but for five with their reasons", () => {
  const shared = sharedNames(Object.assign({}, ...readUnits().map(({ modules }) => modules)));
  const listed = [...Object.keys(SAME_THING), ...Object.keys(SEVERAL_MEANINGS)];
  expect([...shared.keys()]).toEqual(listed.toSorted());
  expect(Object.keys(SEVERAL_MEANINGS).length).toBeLessThanOrEqual(5);
});

test("a file over 400 lines states the reason at its top", () => {
  const sources = readSources();
  expect(Object.keys(sources).length).toBeGreaterThan(800);
  expect(faultsOfLength(sources)).toEqual([]);
});

test("no code reads a sentence: problems are data, and each surface has its own words", () => {
  expect(readersOfSentences(readSources())).toEqual([]);
});

describe("detects", () => {
  const engine = (text: string, file = "packages/engine/src/planted.ts"): Unit => ({
    folder: "packages/engine",
    dependencies: ["@lumiglyph/contract"],
    modules: { [file]: text },
  });
  const faults = (unit: Unit) => faultsOf(unit, ["vitest"]);
  const upward = "layer 1 imports only from lower layers, this is 2";
  const sideways = "layer 1 imports only from lower layers, this is 1";

  test("an upward import", () => {
    expect(faults(engine(`import { sniff } from "@lumiglyph/decode";`))).toEqual([
      `packages/engine/src/planted.ts imports @lumiglyph/decode: ${upward}`,
      "packages/engine/src/planted.ts imports @lumiglyph/decode: it is not declared",
    ]);
  });

  test("an upward import that the package declares", () => {
    const declared = { ...engine(""), dependencies: ["@lumiglyph/decode"] };
    expect(faults(declared)).toEqual([`packages/engine depends on @lumiglyph/decode: ${upward}`]);
  });

  test("a type-only import from the same layer", () => {
    const declared = {
      ...engine(`import type { Raster } from "@lumiglyph/engine";`),
      dependencies: ["@lumiglyph/engine"],
    };
    expect(faults(declared)).toEqual([
      `packages/engine depends on @lumiglyph/engine: ${sideways}`,
      `packages/engine/src/planted.ts imports @lumiglyph/engine: ${sideways}`,
    ]);
  });

  test("an import of the handoff in the contract or the engine", () => {
    const contract = {
      folder: "packages/contract",
      dependencies: [],
      modules: { "packages/contract/src/planted.ts": `import { Frame } from "@lumiglyph/handoff";` },
    };
    expect(faults(contract)).toEqual([
      "packages/contract/src/planted.ts imports @lumiglyph/handoff: layer 0 imports only from lower layers, this is 1",
      "packages/contract/src/planted.ts imports @lumiglyph/handoff: it is not declared",
    ]);
    const declared = {
      ...engine(`import { Frame } from "@lumiglyph/handoff";`),
      dependencies: ["@lumiglyph/handoff"],
    };
    expect(faults(declared)).toEqual([
      `packages/engine depends on @lumiglyph/handoff: ${sideways}`,
      `packages/engine/src/planted.ts imports @lumiglyph/handoff: ${sideways}`,
    ]);
  });

  test("an import of Node in the engine", () => {
    expect(faults(engine(`import { readFileSync } from "node:fs";`))).toEqual([
      "packages/engine/src/planted.ts imports node:fs: layers 0 and 1 know no Node",
    ]);
  });

  test("a relative import into another package", () => {
    expect(faults(engine(`export { PARAMS } from "../../contract/src/params.ts";`))).toEqual([
      "packages/engine/src/planted.ts imports ../../contract/src/params.ts: it leaves the package",
    ]);
  });

  test("a relative import of test support outside of a test", () => {
    const text = `import { paint } from "../../../tests/support/rasters.ts";`;
    expect(faults(engine(text))).toEqual([
      "packages/engine/src/planted.ts imports ../../../tests/support/rasters.ts: it leaves the package",
    ]);
    expect(faults(engine(text, "packages/engine/src/planted.test.ts"))).toEqual([]);
  });

  test("an undeclared import, unless the root declares it for tests", () => {
    const text = `import { test } from "vitest";`;
    expect(faults(engine(text))).toEqual(["packages/engine/src/planted.ts imports vitest: it is not declared"]);
    expect(faults(engine(text, "packages/engine/src/planted.test.ts"))).toEqual([]);
  });

  test("a package without a layer, and an import of one", () => {
    expect(faults({ ...engine(""), folder: "packages/stray" })).toEqual(["packages/stray has no layer"]);
    expect(faults({ ...engine(""), dependencies: ["@lumiglyph/stray"] })).toEqual([
      "packages/engine depends on @lumiglyph/stray: it has no layer",
    ]);
  });

  test.each([
    ["apps/service", "http/planted.ts", "../routes/render.ts", "http does not depend on routes"],
    ["apps/service", "render/pool/planted.ts", "../../app.ts", "render does not depend on app.ts"],
    ["packages/lumiglyph", "cli/commands/planted.ts", "../help/pages.ts", "commands does not depend on help"],
    [
      "packages/lumiglyph",
      "planted.ts",
      "./cli/streams.ts",
      "what lies beside the parts does not depend on streams.ts",
    ],
    ["apps/receiver", "cast.ts", "./main.ts", "cast.ts does not depend on main.ts"],
  ])("a backward import in %s/src/%s", (folder, file, name, fault) => {
    const path = `${folder}/src/${file}`;
    const unit = { folder, dependencies: [], modules: { [path]: `import type { Planted } from "${name}";` } };
    expect(faultsOfArrows(unit, ARROWS[folder]!)).toEqual([`${path} imports ${name}: ${fault}`]);
  });

  test("a folder without a place in the order", () => {
    const unit = { folder: "apps/service", dependencies: [], modules: { "apps/service/src/stray/planted.ts": "" } };
    expect(faultsOfArrows(unit, ARROWS["apps/service"]!)).toEqual([
      "apps/service/src/stray has no place among the parts",
    ]);
  });

  test("a circle of imports, also one of types, and reports it once", () => {
    const modules = {
      "a/src/one.ts": `import { two } from "./two.ts";`,
      "a/src/two.ts": `import type { Three } from "./inner/three.ts";`,
      "a/src/inner/three.ts": `export type { One } from "../one.ts";`,
      "a/src/four.ts": `import { one } from "./one.ts";\nexport { four } from "./four.ts";`,
    };
    expect(circlesIn({ modules })).toEqual([
      "a/src/one.ts → a/src/two.ts → a/src/inner/three.ts → a/src/one.ts",
      "a/src/four.ts → a/src/four.ts",
    ]);
  });

  test("an exported name that two product files define", () => {
    const modules = {
      "a/src/one.ts": "export const part = 1;\nexport type Part = string;",
      "b/src/two.ts": "export function part() {}",
      "b/src/two.test.ts": "export type Part = number;",
    };
    expect([...sharedNames(modules)]).toEqual([["part", ["a/src/one.ts", "b/src/two.ts"]]]);
  });

  test("a long file without a reason in its first comment", () => {
    const long = "const one = 1;\n".repeat(401);
    const reason = "/* Long because a table of the standard is one piece. */\n";
    const sources = {
      "a.ts": long,
      "b.ts": `${reason}${long}`,
      "c.ts": `// one\n${reason}${long}`,
      "d.ts": long.slice(15),
    };
    const fault = "lines, and its first comment does not say what it is long because of";
    expect(faultsOfLength(sources)).toEqual([`a.ts has 401 ${fault}`, `c.ts has 403 ${fault}`]);
  });

  test.each([
    "const [, least] = /^at least (\\d+)$/.exec(allowed) ?? [];",
    "if (/fits is/.test(refusal.message)) return;",
    'return message.replaceAll("There is no parameter", "There is no argument");',
    "error: ownMessages.includes(message) ? message : rpcMessage(code),",
    'const isMissing = error.message.startsWith("There is no");',
    'if (problem.detail === "Send one image.") retry();',
    'return String(serving.stderr).includes("npm install");',
  ])("code that reads a sentence: %s", (line) => {
    const planted = { "apps/service/src/planted.ts": `const one = 1;\n${line}` };
    expect(readersOfSentences(planted)).toEqual([`apps/service/src/planted.ts reads a sentence: ${line}`]);
    expect(readersOfSentences({ "apps/service/src/planted.test.ts": line })).toEqual([]);
  });

  const spellings = [
    `import "sharp";`,
    `import sharp from "sharp";`,
    `import {\n  type Metadata,\n  type Sharp,\n} from "sharp";`,
    `export type { Sharp } from "sharp";`,
    `const sharp = await import("sharp");`,
    `type Sharp = import("sharp").Sharp;`,
    `const sharp = require("sharp");`,
    `/// <reference types="sharp" />`,
  ];
  for (const text of spellings) {
    test(`an import spelled ${JSON.stringify(text)}`, () => {
      expect(faults(engine(text))).toEqual(["packages/engine/src/planted.ts imports sharp: it is not declared"]);
    });
  }

  test("a dynamic import of a computed name", () => {
    expect(faults(engine("const module = await import(name);"))).toEqual([
      "packages/engine/src/planted.ts imports null: the name is computed",
    ]);
  });

  test("but ignores an import in a comment", () => {
    expect(
      faults(engine(`/**\n * import { x } from "sharp";\n * await import("sharp")\n */\n// require("sharp")`)),
    ).toEqual([]);
  });
});

describe("the studio's folders", () => {
  const studio = () => readUnits().find(({ folder }) => folder === "apps/studio")!;

  test("import downward only", () => {
    expect(studioFaults(studio().modules)).toEqual([]);
  });

  test("all have a place, and every place exists", () => {
    const folders = Object.keys(studio().modules).map((path) => path.split("/")[3]!);
    expect([...new Set(folders)].toSorted()).toEqual(STUDIO_FOLDERS.flat().toSorted());
  });

  test.each([
    ["upward", "worker/planted.ts", `import { COMMANDS } from "../app/commands.ts";`, "worker may not import from app"],
    ["sideways", "viewer/planted.ts", `await import("../export/saving.ts");`, "viewer may not import from export"],
    ["upward for a type", "state/planted.ts", `import type { A } from "../ui/a.ts";`, "state may not import from ui"],
    ["into the unknown", "app/planted.ts", `import "../misc/a.ts";`, "misc has no place among the studio's folders"],
  ])("reports a planted import %s", (_, path, text, fault) => {
    const faults = studioFaults({ [`apps/studio/src/${path}`]: text });
    expect(faults).toEqual([expect.stringContaining(fault)]);
  });

  test("tests and their helpers may import from anywhere in the studio", () => {
    const text = `import { openStudio } from "../app/testing.ts";`;
    expect(studioFaults({ "apps/studio/src/state/planted.test.ts": text })).toEqual([]);
  });
});
