import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeImageBase64 } from "./load.ts";

const decoded = (text: string, max = 1000) => [...decodeImageBase64(text, max)];
const bytes = [0xfb, 0xff, 0xbf, 0x00];

describe("decodeImageBase64", () => {
  test.each([
    "+/+/AA==",
    "+/+/AA",
    "-_-_AA==",
    "-_-_AA",
    "+_-/AA",
    "data:image/png;base64,+/+/AA==",
    "DATA:image/svg+xml;charset=utf-8;base64,+/+/AA",
  ])("reads %s", (text) => {
    expect(decoded(text)).toEqual(bytes);
  });

  test.each([
    "",
    "=",
    "==",
    "A",
    "AAAAA",
    "AA=",
    "AAA==",
    "AAAA=",
    "AAAA====",
    "A=AA",
    " AAAA",
    "AAAA\n",
    "AA AA",
    "AAé=",
    "data:image/png;base64,",
    "data:text/plain;base64,AAAA",
    "data:image/png,AAAA",
    "data:image/png;base64,data:image/png;base64,AAAA",
  ])("refuses %j", (text) => {
    expect(() => decoded(text)).toThrow(expect.objectContaining({ code: "image_base64_invalid" }));
  });

  test("checks the limit to the byte before the alphabet", () => {
    expect(decoded("AAAA", 3)).toHaveLength(3);
    expect(decoded("AAAAAA==", 4)).toHaveLength(4);
    expect(() => decoded("AAAAAA==", 3)).toThrow(expect.objectContaining({ code: "image_too_large" }));
    expect(() => decoded("*".repeat(100), 3)).toThrow(expect.objectContaining({ code: "image_too_large" }));
  });

  test("restores any encoded bytes, in either alphabet, padded or not", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), fc.boolean(), (given, urlSafe) => {
        const text = Buffer.from(given).toString(urlSafe ? "base64url" : "base64");
        expect(decoded(text)).toEqual([...given]);
        expect(decoded(text.replace(/=+$/, ""))).toEqual([...given]);
      }),
    );
  });
});
