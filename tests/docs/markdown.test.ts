import { expect, test } from "vitest";
import { fencedBlocks, withParts } from "../../scripts/docs/markdown.ts";
import { serviceFigures } from "../../scripts/docs/pages.ts";
import { readReliability } from "../reliability/reliability-page.ts";

test("replaces a part between its marks and nothing else", () => {
  const page = "a\n<!-- one: by hand -->\nold\n<!-- /one -->\nb\n<!-- two: x -->\nold\n<!-- /two -->\n";
  const expected = "a\n<!-- one: by hand -->\n\nnew $1\n\n<!-- /one -->\nb\n<!-- two: x -->\nold\n<!-- /two -->\n";
  expect(withParts(page, { one: "new $1" })).toBe(expected);
  expect(() => withParts(page, { three: "new" })).toThrow("The page has no place for the part three.");
});

test("takes the README's figures from the results and throws on a missing one", () => {
  const report = readReliability();
  expect(serviceFigures(report)).toContain("| 10,000 images, mutated: 5xx responses | 0 |");
  const trials = report.trials.filter(({ name }) => name !== "stops");
  expect(() => serviceFigures({ ...report, trials })).toThrow("There is no result for stops");
});

test("a fenced block has its language, text and first line", () => {
  expect(fencedBlocks("a\n\n```sh\nb\nc\n```\n\n```\nd\n```\n")).toEqual([
    { language: "sh", text: "b\nc\n", line: 4 },
    { language: "", text: "d\n", line: 9 },
  ]);
});
