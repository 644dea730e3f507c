import { expect, test } from "vitest";
import { drawnAs } from "../testing/test-parts.ts";
import { dictionary, evidenceHeaders } from "./evidence-headers.ts";

test.each([
  [1, "1.0"],
  [0, "0.0"],
  [-0.0001, "0.0"],
  [0.03, "0.03"],
  [0.0281, "0.028"],
  [0.9996, "1.0"],
  [0.5, "0.5"],
  [-12.345, "-12.345"],
  [120, "120.0"],
])("the decimal %d is written %s", (decimal, text) => {
  expect(dictionary({ a: { decimal } })).toBe(`a=${text}`);
});

test("integers, booleans and tokens are written as RFC 9651 has them", () => {
  expect(dictionary({ a: 8, b: true, c: false, d: { token: "low-light" } })).toBe("a=8, b=?1, c=?0, d=low-light");
});

test.each([
  ["a key in upper case", { A: 1 }],
  ["a token with a blank", { a: { token: "a b" } }],
  ["a token with a line feed", { a: { token: "a\n" } }],
  ["an empty token", { a: { token: "" } }],
  ["a fraction as an integer", { a: 0.5 }],
  ["a decimal that is no number", { a: { decimal: Number.NaN } }],
])("%s is refused", (_what, members) => {
  expect(() => dictionary(members)).toThrow(RangeError);
});

test("evidence reads as shown (answers 2.3)", () => {
  expect(evidenceHeaders(drawnAs(""))).toEqual({
    "render-quality": "status=target_met, target=balanced, score=0.912",
    "render-glyphs": "strategy=adaptive, size=8, rmse=0.028, limit=0.03, within=?1",
    "render-grid": "columns=120, rows=45",
  });
});

test("evidence has no limit where none applies", () => {
  const drawn = drawnAs("");
  const glyphs = { ...drawn.glyphs, strategy: "fixed" as const, limit: null };
  expect(evidenceHeaders({ ...drawn, glyphs })["render-glyphs"]).toBe("strategy=fixed, size=8, rmse=0.028, within=?1");
});
