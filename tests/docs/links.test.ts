import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { METRICS } from "../../apps/service/src/tables/metrics.ts";
import { SECRET_FILE_NAMES, SETTINGS } from "../../apps/service/src/tables/settings.ts";

const ROOT = join(import.meta.dirname, "../..");
const INDEX = "docs/README.md";

/** Pages of the project, by path from the root. */
const pages = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "bench/README.md",
  "bench/results.md",
].concat(globSync("docs/**/*.md", { cwd: ROOT }));

/** The repository paths that a page links to or shows, outside of code. */
const linksOf = (page: string): readonly string[] =>
  [
    ...readFileSync(join(ROOT, page), "utf8")
      .replaceAll(/^```.*?^```$|`[^`\n]*`/gms, "")
      .matchAll(LINK),
  ]
    .map(([, link, source]) => (link ?? source)!.split("#")[0]!)
    .filter((target) => target !== "" && !/^[a-z]+:/.test(target))
    .map((target) => relative(ROOT, join(ROOT, dirname(page), target)));

const LINK = /\]\(([^)\s]+)\)|<img src="([^"]+)"/g;

/** Everything reachable from a page; a link to a folder leads to all of its files. */
const reachableFrom = (start: string): ReadonlySet<string> => {
  const seen = new Set([start]);
  for (const page of seen) {
    if (!page.endsWith(".md") || !existsSync(join(ROOT, page))) continue;
    for (const target of linksOf(page)) for (const each of pagesAt(target)) seen.add(each);
  }
  return seen;
};

const pagesAt = (target: string): readonly string[] => {
  const place = join(ROOT, target);
  if (!existsSync(place) || !statSync(place).isDirectory()) return [target];
  return globSync("*.md", { cwd: place }).map((name) => join(target, name));
};

test("every page of docs is reachable from its index", () => {
  const reached = reachableFrom(INDEX);
  expect(pages.filter((page) => page.startsWith("docs/") && !reached.has(page))).toEqual([]);
});

test("the README links to the index, which is more than a list of folders", () => {
  expect(linksOf("README.md")).toContain(INDEX);
  const pagesOfShapes = globSync("docs/{tutorials,how-to,reference,explanation}/*.md", { cwd: ROOT });
  expect(pagesOfShapes.filter((page) => !linksOf(INDEX).includes(page))).toEqual([]);
});

test.each(pages)("%s has no broken links", (page) => {
  expect(linksOf(page).filter((target) => !existsSync(join(ROOT, target)))).toEqual([]);
});

test.each(pages)("%s names only existing metrics and settings", (page) => {
  const text = readFileSync(join(ROOT, page), "utf8");
  const known = new Set<string>([...Object.keys(METRICS), ...Object.keys(SETTINGS), ...SECRET_FILE_NAMES]);
  const named = text.match(/`(?:lumiglyph_[a-z_]+|SERVICE_[A-Z_]+)`/g) ?? [];
  expect(named.map((name) => name.slice(1, -1)).filter((name) => !known.has(name))).toEqual([]);
});

test("finds links in text and images, and none in code", () => {
  expect(linksOf("README.md")).toContain("docs/images/gallery-koi.svg");
  expect(linksOf("README.md")).toContain("CONTRIBUTING.md");
  expect(linksOf("README.md").some((target) => target.includes("localhost"))).toBe(false);
});
