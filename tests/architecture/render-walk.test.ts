import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readUnits } from "./units.ts";

const PAGE = readFileSync(new URL("../../ARCHITECTURE.md", import.meta.url), "utf8");
const sources = new Map(readUnits().flatMap(({ modules }) => Object.entries(modules)));

/** The rows of the table that follows a render: a file, and the functions called in it. */
const ROWS = [...PAGE.matchAll(/^\| \d+ \| `([^`]+)` \| ((?:`\w+`(?: → )?)+):/gm)].map(([, file = "", calls = ""]) => ({
  file,
  calls: calls.match(/\w+/g) ?? [],
}));

/** The shapes of the data, from the paragraph below the tables. */
const SHAPES = /^Data takes .*$/m.exec(PAGE)?.[0] ?? "";

const isDefined = (name: string, text: string): boolean =>
  new RegExp(`(?:const|function|type) ${name}\\b|^ +(?:async )?${name}(?:\\(|: \\()|\\b${name}[,(]`, "m").test(text);

test("ARCHITECTURE.md follows a render through functions that exist, 11 files and 18 calls at most", () => {
  const missing = ROWS.flatMap(({ file, calls }) =>
    calls.filter((name) => !isDefined(name, sources.get(file) ?? "")).map((name) => `${file} has no ${name}`),
  );
  expect(missing).toEqual([]);
  const files = new Set(ROWS.map(({ file }) => file)).size;
  const calls = ROWS.flatMap((row) => row.calls).length;
  expect(PAGE).toContain(`there are ${files} files and ${calls} calls`);
  expect(files).toBeLessThanOrEqual(11);
  expect(calls).toBeLessThanOrEqual(18);
});

test("ARCHITECTURE.md names the shapes of a render's data, 9 at most", () => {
  expect(SHAPES).toMatch(/^Data takes four shapes on the way in .* and five on the way out/);
  expect(SHAPES.match(/→/g)).toHaveLength(9 - 2);
  const types = (SHAPES.match(/`\w+/g) ?? []).map((name) => name.slice(1));
  const all = [...sources.values()].join("\n");
  expect(types.filter((name) => !isDefined(name, all))).toEqual([]);
});
