import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { leftOut, PARAM_NAMES, TUNABLE } from "@lumiglyph/contract";
import { expect, inject, test } from "vitest";
import { fixture } from "../spec/drawn.ts";
import { ask } from "../support/http-render.ts";
import { serviceForFile } from "../support/http-service.ts";
import { changedByDefaults, publishedDefaults } from "./published-defaults.ts";

const service = serviceForFile();

/** Portraits, drawings, color, noise, transparency, and small pictures. */
const PICTURES = [
  ...["koi.png", "line-drawing.png", "moonlit.png", "portrait.png", "still-life.png", "sprite.png"],
  ...["charts/alpha.png", "charts/color-wheel.png", "charts/noise.png", "charts/edges.png"],
  ...["formats/palette.png", "formats/lossy.webp"],
].map((name) => [name, fixture(name)] as const);

test("every published default, sent alone or with all others, changes no byte, on twelve pictures (spec 2.2; answers 1.15)", async () => {
  const defaults = await publishedDefaults(service.url);
  expect(Object.keys(defaults.query).length).toBeGreaterThan(20);
  expect([defaults.json, defaults.form]).toEqual([defaults.query, defaults.query]);
  const pictures = inject("allCases") ? PICTURES : PICTURES.filter((_, at) => at % 4 === 0);
  expect(await changedByDefaults(service.url, defaults, pictures, 32)).toEqual([]);
}, 300_000);

test("no published schema shows a default that differs from leaving it out, and most describe the difference (answers 1.15)", async () => {
  const open = PARAM_NAMES.filter((name) => leftOut(name) !== null);
  expect(open).toEqual(expect.arrayContaining([...TUNABLE, "monoColor", "charset"]));
  const root = join(import.meta.dirname, "../..");
  const files = globSync("{apps,packages}/*/generated/**/*.json", { cwd: root });
  expect(files.length).toBeGreaterThan(3);
  const served = ["/api/openapi.json", "/api/v1/agent", "/api/v1/interoperability"];
  const documents = [
    ...files.map((file) => readFileSync(join(root, file), "utf8")),
    ...(await Promise.all(served.map(async (path) => (await ask(service.url + path)).text))),
  ];
  let [schemas, saying] = [0, 0];
  for (const document of documents) {
    for (const [name, schema] of objectsIn(JSON.parse(document))) {
      if (!open.some((one) => one === name) || !("type" in schema) || !("description" in schema)) continue;
      schemas++;
      expect([name, schema]).toEqual([name, expect.not.objectContaining({ default: expect.anything() })]);
      if (/if omitted, it is /.test(String(schema["description"]))) saying++;
    }
  }
  expect(schemas).toBeGreaterThan(4 * open.length);
  // all but the tool's, whose description is part of every chat
  expect(saying).toBeGreaterThan(2 * open.length);
});

/** Every object in a document that is the value of a property, with the property's name. */
const objectsIn = (value: unknown, name = ""): readonly (readonly [string, { readonly [key: string]: unknown }])[] => {
  if (typeof value !== "object" || value === null) return [];
  const own = Array.isArray(value) ? [] : [[name, value as { readonly [key: string]: unknown }] as const];
  return [...own, ...Object.entries(value).flatMap(([key, one]) => objectsIn(one, key))];
};
