import { expect, test } from "vitest";
import { queryFields } from "./read-body.ts";

test.each([
  ["/api/v1/render", []],
  ["/api/v1/render?", []],
  [
    "/r?columns=80&columns=90",
    [
      ["columns", "80"],
      ["columns", "90"],
    ],
  ],
  ["/r?a=b+c%20d", [["a", "b c d"]]],
  ["/r?%", [["%", ""]]],
  [
    "/r?a=%zz&%ff=%c3%28",
    [
      ["a", "%zz"],
      ["\uFFFD", "\uFFFD("],
    ],
  ],
  ["/r?a=1#b=2?c=3", [["a", "1"]]],
  ["http://host/r?a=1", [["a", "1"]]],
])("the query of %s is read", (target, pairs) => {
  expect(queryFields(target)).toEqual(pairs.map(([name, value]) => ({ name, value, origin: "query" })));
});
