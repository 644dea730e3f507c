import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quote } from "./field.ts";

describe("a quoted value", () => {
  it.each([
    ["cat.jpg", "cat.jpg"],
    ["", ""],
    [120, "120"],
    [Number.NaN, "NaN"],
    [true, "true"],
    [null, "null"],
    [undefined, "nothing"],
    [["a"], "an array"],
    [{ a: 1 }, "an object"],
    [new Uint8Array([1]), "a file"],
  ])("shows %j as %j", (value, shown) => expect(quote(value)).toBe(shown));

  it("is cut after 64 characters", () => {
    expect(quote("x".repeat(64))).toBe("x".repeat(64));
    expect(quote("x".repeat(65))).toBe(`${"x".repeat(64)}…`);
  });

  it.each([
    ["a line feed", "a\nb"],
    ["an escape", "a\u001bb"],
    ["a NUL", "a\u0000b"],
    ["a right-to-left override", "a\u202eb"],
    ["a line separator", "a\u2028b"],
    ["a paragraph separator", "a\u2029b"],
    ["a lone surrogate", "a\ud83db"],
  ])("replaces %s", (_, text) => expect(quote(text)).toBe("a\ufffdb"));

  it("does not leave half of a surrogate pair at the cut", () => {
    expect(quote(`${"x".repeat(63)}😀y`)).toBe(`${"x".repeat(63)}\ufffd…`);
  });

  it("is always short, well formed and on one line", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary", maxLength: 200 }), fc.anything()), (value) => {
        const shown = quote(value);
        expect(shown.length).toBeLessThanOrEqual(65);
        expect(shown.isWellFormed()).toBe(true);
        expect(shown).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      }),
    );
  });
});
