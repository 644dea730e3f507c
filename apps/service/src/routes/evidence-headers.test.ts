import { describe, expect, test } from "vitest";
import { renderedAs } from "../testing/test-parts.ts";
import { dictionary, evidenceHeaders, rateLimitFields } from "./evidence-headers.ts";

describe("structured fields", () => {
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
  ])("writes the decimal %d as %s", (decimal, text) => {
    expect(dictionary({ a: { decimal } })).toBe(`a=${text}`);
  });

  test("writes integers, booleans and tokens as RFC 9651 specifies", () => {
    expect(dictionary({ a: 8, b: true, c: false, d: { token: "low-light" } })).toBe("a=8, b=?1, c=?0, d=low-light");
  });

  test.each([
    ["a key in upper case", { A: 1 }],
    ["a token with a blank", { a: { token: "a b" } }],
    ["a token with a line feed", { a: { token: "a\n" } }],
    ["an empty token", { a: { token: "" } }],
    ["a fraction as an integer", { a: 0.5 }],
    ["a decimal that is not a number", { a: { decimal: Number.NaN } }],
  ])("refuses %s", (_what, members) => {
    expect(() => dictionary(members)).toThrow(RangeError);
  });

  test("writes evidence as documented (answers 2.3)", () => {
    expect(evidenceHeaders(renderedAs(""))).toEqual({
      "render-quality": "status=target_met, target=balanced, score=0.912",
      "render-glyphs": "strategy=adaptive, size=8, rmse=0.028, limit=0.03, within=?1",
      "render-grid": "columns=120, rows=45",
    });
  });

  test("omits the limit if none applies", () => {
    const drawn = renderedAs("");
    const glyphs = { ...drawn.glyphs, strategy: "fixed" as const, limit: null };
    expect(evidenceHeaders({ ...drawn, glyphs })["render-glyphs"]).toBe(
      "strategy=fixed, size=8, rmse=0.028, within=?1",
    );
  });
});

describe("rate limit fields", () => {
  const points = { quota: 120, windowSeconds: 60, left: 87, resetSeconds: 23 };
  const atOnce = { limit: 4, left: 3 };

  describe("the rate limit headers", () => {
    test("are absent if no limit is on", () => {
      expect(rateLimitFields({ points: null, atOnce: null, waitSeconds: null })).toEqual({});
    });

    test("give the points with their window", () => {
      expect(rateLimitFields({ points, atOnce: null, waitSeconds: null })).toEqual({
        "ratelimit-policy": '"render";q=120;w=60',
        ratelimit: '"render";r=87;t=23',
      });
    });

    test("give the concurrent renders in their own unit", () => {
      expect(rateLimitFields({ points: null, atOnce, waitSeconds: null })).toEqual({
        "ratelimit-policy": '"at-once";q=4;qu="concurrent-requests"',
        ratelimit: '"at-once";r=3',
      });
    });

    test("are lists if both limits are on, with Retry-After for a rejected client", () => {
      const refused = { points: { ...points, left: 0 }, atOnce, waitSeconds: 23 };
      expect(rateLimitFields(refused)).toEqual({
        "ratelimit-policy": '"render";q=120;w=60, "at-once";q=4;qu="concurrent-requests"',
        ratelimit: '"render";r=0;t=23, "at-once";r=3',
        "retry-after": "23",
      });
    });
  });
});
