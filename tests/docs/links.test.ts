import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { METRICS, SETTINGS } from "@lumiglyph/contract";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const INDEX = "docs/README.md";

/** Pages of the project, by their paths from the root. */
const pages = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "bench/README.md",
  "bench/results.md",
].concat(globSync("docs/**/*.md", { cwd: ROOT }));

/** What a page links to or shows of the repository, as paths from the root, without what stands in code. */
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

/** What can be reached from a page in any number of steps; a link to a folder leads to all that is in it. */
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

test("every page of docs can be reached from its index", () => {
  const reached = reachableFrom(INDEX);
  expect(pages.filter((page) => page.startsWith("docs/") && !reached.has(page))).toEqual([]);
});

test("the index is reached from the README, and is more than a list of folders", () => {
  expect(linksOf("README.md")).toContain(INDEX);
  const pagesOfShapes = globSync("docs/{tutorials,how-to,reference,explanation}/*.md", { cwd: ROOT });
  expect(pagesOfShapes.filter((page) => !linksOf(INDEX).includes(page))).toEqual([]);
});

test.each(pages)("%s links to nothing that is not there", (page) => {
  expect(linksOf(page).filter((target) => !existsSync(join(ROOT, target)))).toEqual([]);
});

test.each(pages)("%s names only metrics and settings that exist", (page) => {
  const text = readFileSync(join(ROOT, page), "utf8");
  const known = new Set<string>([...Object.keys(METRICS), ...Object.keys(SETTINGS)]);
  const named = text.match(/`(?:lumiglyph_[a-z_]+|SERVICE_[A-Z_]+)`/g) ?? [];
  expect(named.map((name) => name.slice(1, -1)).filter((name) => !known.has(name))).toEqual([]);
});

test("a link is found in text and in a picture, and none in code", () => {
  expect(linksOf("README.md")).toContain("docs/images/gallery-koi.svg");
  expect(linksOf("README.md")).toContain("CONTRIBUTING.md");
  expect(linksOf("README.md").some((target) => target.includes("localhost"))).toBe(false);
});
