import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { type Citation, citationsIn, unreadableCallsIn } from "./citations.ts";
import { faultsOf } from "./coverage.ts";
import type { Requirement } from "./requirements/requirement.ts";
import { SECTIONS } from "./requirements/sections.ts";
import { REQUIREMENTS } from "./requirements.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Every test file but this one, whose planted citations are no citations. */
const testFiles = ["packages/*/src/**/*.test.ts", "apps/*/src/**/*.test.ts", "tests/**/*.test.ts"]
  .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
  .filter((file) => file !== relative(ROOT, import.meta.filename))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), "utf8") }));

test("every requirement that is built is cited by a test, and every citation is of a requirement", () => {
  const citations = testFiles.flatMap(({ file, text }) => citationsIn(file, text));
  expect(faultsOf(REQUIREMENTS, SECTIONS, citations)).toEqual([]);
});

test("every citation can be read from the text of its file", () => {
  expect(testFiles.flatMap(({ file, text }) => unreadableCallsIn(file, text))).toEqual([]);
});

describe("the gate itself", () => {
  const row = { id: "a:b", source: "spec 1.1", says: "It is so.", area: "engine" } as const satisfies Requirement;
  const cite = (...ids: string[]): Citation[] => ids.map((id) => ({ file: "x.test.ts", id }));
  const faults = (rows: readonly Requirement[], citations: readonly Citation[]) =>
    faultsOf(rows, ["spec 1.1"], citations);

  test("is content with a requirement that is cited", () => {
    expect(faults([row], cite("a:b"))).toEqual([]);
  });

  test("sees a requirement that nobody cites", () => {
    expect(faults([row], [])).toEqual(["engine: no test cites a:b (spec 1.1: It is so.)"]);
  });

  test("sees a citation that is of no requirement", () => {
    expect(faults([row], cite("a:b", "a:c"))).toEqual(["x.test.ts cites a:c, which is unknown"]);
  });

  test("sees a citation of what is only built later", () => {
    expect(faults([{ ...row, later: true }], cite("a:b"))).toEqual([
      "x.test.ts cites a:b: move it from later to built",
    ]);
  });

  test("asks no citation of what is only built later", () => {
    expect(faults([{ ...row, later: true }], [])).toEqual([]);
  });

  test("sees an id that stands twice", () => {
    expect(faults([row, row], cite("a:b"))).toEqual(["a:b stands twice"]);
  });

  test("sees a section that does not exist, and one that nothing comes from", () => {
    expect(faultsOf([row], ["spec 1.2"], cite("a:b"))).toEqual(["a:b: no spec 1.1", "spec 1.2 has no requirement"]);
  });
});

describe("the scanner", () => {
  const ids = (text: string) => citationsIn("x.test.ts", text).map(({ id }) => id);

  test("reads one id, many ids, and ids over several lines", () => {
    expect(ids(`verifies(["a:b"], "It is so.", () => {});`)).toEqual(["a:b"]);
    expect(ids(`  verifies(["a:b", "c:d"], "It is so.", () => {});`)).toEqual(["a:b", "c:d"]);
    expect(ids(`verifies(\n  [\n    "a:b",\n    "c:d",\n  ],\n  "It is so.",\n  () => {});`)).toEqual(["a:b", "c:d"]);
  });

  test("reads every call of a file, in a loop too", () => {
    const text = `verifies(["a:b"], "One.", one);\nfor (const x of xs) {\n  verifies(["c:d"], \`\${x}.\`, two);\n}\n`;
    expect(ids(text)).toEqual(["a:b", "c:d"]);
  });

  test("reads no id from a comment, nor from another call", () => {
    expect(ids(`// verifies(["a:b"], "It is so.", () => {});`)).toEqual([]);
    expect(ids(`it("verifies([\\"a:b\\"])", () => {});\nfalsifies(["a:b"]);`)).toEqual([]);
  });

  test("sees that an id is uncited, and that another is unknown, in planted text", () => {
    const planted = `verifies(["a:planted"], "It is so.", () => {});`;
    const [first] = REQUIREMENTS.filter(({ later }) => !later);
    const faults = faultsOf([first!], [first!.source], citationsIn("planted.test.ts", planted));
    expect(faults).toEqual([
      "planted.test.ts cites a:planted, which is unknown",
      `${first!.area}: no test cites ${first!.id} (${first!.source}: ${first!.says})`,
    ]);
  });

  test("sees a call whose ids are computed", () => {
    const computed = "verifies([`param:` + name], `It is so.`, () => {});";
    expect(unreadableCallsIn("x.test.ts", computed)).toEqual(["x.test.ts has a verifies() without literal ids"]);
    expect(unreadableCallsIn("x.test.ts", `verifies(["a:b"], "It is so.", () => {});`)).toEqual([]);
  });
});
