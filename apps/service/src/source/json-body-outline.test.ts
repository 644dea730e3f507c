import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { outlineOf } from "./json-body-outline.ts";

const NONE = { keys: 1e9, depth: 1e9, parts: 1e9 };

/** The expected outline, computed from the parsed value. */
const measured = (value: unknown): { depth: number; parts: number } => {
  if (typeof value === "string") return { depth: 0, parts: 1 };
  if (typeof value !== "object" || value === null) return { depth: 0, parts: 0 };
  const inner = Object.values(value).map(measured);
  const strings = Array.isArray(value) ? 0 : inner.length;
  const commas = Math.max(0, inner.length - 1);
  return {
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
    parts: 1 + strings + commas + inner.reduce((sum, { parts }) => sum + parts, 0),
  };
};

describe("outlineOf", () => {
  test.each([
    ["{}", [], 1, 1],
    ["[]", [], 1, 1],
    ["1", [], 0, 0],
    ['"{[,"', [], 0, 1],
    ['{"a":1,"b":[{"c":2}]}', ["a", "b"], 3, 7],
    ['{"a":1,"a":2, "\\u0061" \n:3}', ["a", "a", "a"], 1, 6],
    ['{"a\\"b\\\\":"c\\\\","d":"\\\\\\""}', ['a"b\\', "d"], 1, 6],
    ['{"__proto__":{"a":1}}', ["__proto__"], 2, 4],
    ['{"a" "b" : 1', ["b"], 1, 3],
    ['{"never ends', [], 1, 2],
    ["}}]]", [], 0, 0],
  ] as const)("reads %j", (text, keys, depth, parts) => {
    expect(outlineOf(text, NONE)).toEqual({ keys, depth, parts });
  });

  test("has the keys, depth and parts of the value, however it is written", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, "\t"), (value, blanks) => {
        const { keys, ...counts } = outlineOf(JSON.stringify(value, null, blanks), NONE);
        expect(counts).toEqual(measured(value));
        const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
        expect(keys).toEqual(isObject ? Object.keys(value) : []);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    [
      "keys",
      '{"a":1,"b":2,"c":3,"d":4}',
      { keys: 2, depth: 9, parts: 99 },
      { keys: ["a", "b", "c"], depth: 1, parts: 6 },
    ],
    ["depth", "[[[[[[]]]]]]", { keys: 9, depth: 2, parts: 99 }, { keys: [], depth: 3, parts: 3 }],
    ["parts", '["a","b","c"]', { keys: 9, depth: 9, parts: 3 }, { keys: [], depth: 1, parts: 4 }],
  ])("stops one past the limit of %s", (_what, text, limits, outline) => {
    expect(outlineOf(text, limits)).toEqual(outline);
  });
});
