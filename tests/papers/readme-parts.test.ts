import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fencedBlocks } from "../../scripts/papers/fenced-blocks.ts";
import { withPart } from "../../scripts/papers/readme-parts.ts";
import { serviceFigures } from "../../scripts/papers/service-figures.ts";

const reliability = readFileSync(join(import.meta.dirname, "../../docs/reference/reliability.md"), "utf8");

test("a part is put between its marks, and nothing else changes", () => {
  const page = "a\n<!-- one: by hand -->\nold\n<!-- /one -->\nb\n<!-- two: x -->\nold\n<!-- /two -->\n";
  const expected = "a\n<!-- one: by hand -->\n\nnew $1\n\n<!-- /one -->\nb\n<!-- two: x -->\nold\n<!-- /two -->\n";
  expect(withPart(page, "one", "new $1")).toBe(expected);
  expect(() => withPart(page, "three", "new")).toThrow("There is no place for the part three.");
});

test("the service's figures are those of the reliability page, whatever they are", () => {
  const [before = "", behind = ""] = reliability.split("## mutated-images");
  const worse = `${before}## mutated-images${behind.replace("| answers of 5xx | 0 | 0 |", "| answers of 5xx | 0 | 7 |")}`;
  expect(serviceFigures(reliability)).toContain("| 10,000 images, mutated: answers of 5xx | 0 |");
  expect(serviceFigures(worse)).toContain("| 10,000 images, mutated: answers of 5xx | 7 |");
});

test("a trial or a finding that the page no longer has is missed, not passed over", () => {
  expect(() => serviceFigures(reliability.replace("## stops\n", "## halts\n"))).toThrow(
    "The reliability page has no trial stops.",
  );
  expect(() => serviceFigures(reliability.replace("| capacity |", "| room |"))).toThrow(
    "The reliability page has no row capacity.",
  );
  expect(() => serviceFigures(reliability.replace(/^\d+ bounds.*$/m, ""))).toThrow("how many bounds");
});

test("a fenced block has its language, its text and the line that it begins on", () => {
  expect(fencedBlocks("a\n\n```sh\nb\nc\n```\n\n```\nd\n```\n")).toEqual([
    { language: "sh", text: "b\nc\n", line: 4 },
    { language: "", text: "d\n", line: 9 },
  ]);
});
