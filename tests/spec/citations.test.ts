import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");

/**
 * Numbers of the sections that state behavior: headings with their own text, numbered sentences (`4.` below `## 1.` is 1.4)
 * and numbered table rows. A sentence that only says "…: not shown." states none.
 */
const sectionsOf = (text: string): string[] => {
  const found: string[] = [];
  let heading = "";
  for (const line of text.split("\n")) {
    const sentence = /^(\d+)\. (.*)/.exec(line);
    const row = /^\| (\d+\.\d+) \|/.exec(line);
    if (line.startsWith("#")) heading = /^##+ ([\d.]*\d)/.exec(line)?.[1] ?? "";
    else if (row) found.push(row[1]!);
    else if (sentence && !/^[^.]*: not shown\.$/.test(sentence[2]!)) found.push(`${heading}.${sentence[1]}`);
    else if (!sentence && heading && /^[\w|-]/.test(line)) found.push(heading);
  }
  return [...new Set(found)];
};

/** Sections cited by a file's test names, as "spec 2.2": a name ends in "(spec 2.2, 8.1; answers 1.5)". */
const citationsIn = (text: string): string[] =>
  [...text.matchAll(/^\s*(?:test|it)\b[^"`]*?\(\s*(["`]).*\((spec|answers)( \d[\w ,;.]*)\)\1/gm)].flatMap((match) =>
    `${match[2]}${match[3]}`.split("; ").flatMap((part) => {
      const [document, ...numbers] = part.split(/,? /);
      return numbers.map((number) => `${document} ${number}`);
    }),
  );

/** Lists mismatches between sections and citations, one sentence each. */
const faultsOf = (sections: readonly string[], citations: readonly string[]): string[] => [
  ...sections.filter((section) => !citations.includes(section)).map((section) => `no test cites ${section}`),
  ...new Set(citations.filter((each) => !sections.includes(each)).map((each) => `${each} does not exist`)),
];

/** The rows of the answers are separate sections; the text above them adds nothing. */
const SECTIONS = [
  ...sectionsOf(read("docs/specification.md")).map((number) => `spec ${number}`),
  ...sectionsOf(read("docs/answers.md"))
    .filter((number) => number.includes("."))
    .map((number) => `answers ${number}`),
];

test("every section that states behavior is cited by a test, and every citation names a section", () => {
  const files = ["packages/*/src/**/*.test.ts", "apps/*/src/**/*.test.ts", "tests/**/*.test.ts"]
    .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
    .filter((file) => file !== relative(ROOT, import.meta.filename));
  expect(SECTIONS.length).toBeGreaterThan(100);
  expect(
    faultsOf(
      SECTIONS,
      files.flatMap((file) => citationsIn(read(file))),
    ),
  ).toEqual([]);
});

describe("the gate", () => {
  test("reports a section without a citation and a citation without a section", () => {
    expect(faultsOf(["spec 1.1", "spec 1.2"], ["spec 1.1", "spec 1.3"])).toEqual([
      "no test cites spec 1.2",
      "spec 1.3 does not exist",
    ]);
  });

  test("reads headings, sentences and rows as sections, except those not shown", () => {
    const text =
      "## 1. A\n\n1. It is so.\n2. Why: not shown.\n\n## 2. B\n\nText.\n\n### 2.1 C\n\n| # | a |\n| 2.3 | b |\n";
    expect(sectionsOf(text)).toEqual(["1.1", "2", "2.1", "2.3"]);
  });

  test("reads citations from test names only, in a loop and over two lines", () => {
    expect(citationsIn('test("a (spec 2.2, 8.1; answers 1.5)", () => {')).toEqual([
      "spec 2.2",
      "spec 8.1",
      "answers 1.5",
    ]);
    expect(citationsIn("  test(\n    `$" + "{x} is (spec 2)`,\n")).toEqual(["spec 2"]);
    expect(citationsIn('test.each([1, 2])("%d (answers 3.1)", (n) => {')).toEqual(["answers 3.1"]);
    expect(citationsIn('// test("a (spec 2.2)", b);\ndescribe("a (spec 2.2)", b);\n// (spec 2.2)')).toEqual([]);
  });
});
