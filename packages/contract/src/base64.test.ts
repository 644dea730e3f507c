import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeBase64, encodeBase64 } from "./base64.ts";

const VECTORS = [
  ["", ""],
  ["f", "Zg=="],
  ["fo", "Zm8="],
  ["foo", "Zm9v"],
  ["foob", "Zm9vYg=="],
  ["fooba", "Zm9vYmE="],
  ["foobar", "Zm9vYmFy"],
] as const;

test.each(VECTORS)("the RFC 4648 vector %j is %j in both directions", (plain, coded) => {
  const bytes = new TextEncoder().encode(plain);
  expect(encodeBase64(bytes)).toBe(coded);
  expect([...decodeBase64(coded)]).toEqual([...bytes]);
});

test("encodes and decodes any bytes as Buffer does", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const text = encodeBase64(bytes);
      expect(text).toBe(Buffer.from(bytes).toString("base64"));
      expect([...decodeBase64(text)]).toEqual([...bytes]);
    }),
  );
});

test.each(["Zg", "Zg=", "Z===", "====", "Zm9v\n", "Zm 9v+==", "Zm9-", "Zm9é", "Zh==", "Zm9=", "Z=g="])(
  "refuses %j as not canonical base64",
  (text) => {
    expect(() => decodeBase64(text)).toThrow(RangeError);
  },
);
