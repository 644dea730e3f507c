import fc from "fast-check";
import { expect, test } from "vitest";
import { countParts } from "./multipart.ts";

const counted = (text: string, size = 65_536): number => {
  const bytes = Buffer.from(text);
  const parts = countParts("b");
  for (let at = 0; at < bytes.length; at += size) parts.take(bytes.subarray(at, at + size));
  return parts.count();
};

test.each([
  ["", 0],
  ["--b--\r\n", 0],
  ["--b\r\nX: 1\r\n\r\nv\r\n--b--\r\n", 1],
  ["--b\r\n\r\nv\r\n--b\r\n\r\nw\r\n--b--", 2],
  ["preamble\r\n--b\r\n\r\nv\r\n--b--", 1],
  ["--b\r\n--b\r\n--b--", 2],
  ["--b\r\n\r\nv --b\n--b -\r\n-b\r\n--b--", 1],
  ["--b\r\n\r\nv\r\n--b--\r\n--b\r\n\r\nepilogue\r\n--b--", 1],
  ["--bc\r\n\r\nv\r\n--b--", 1],
  ["no form", 0],
])("the parts of %j are counted", (text, count) => {
  expect(counted(text)).toBe(count);
});

test("the count is the same however the bytes are cut", () => {
  const tokens = fc.array(fc.constantFrom("--b", "\r\n", "--", "\r", "\n", "-", "b", "x"), { maxLength: 40 });
  fc.assert(
    fc.property(tokens, fc.integer({ min: 1, max: 9 }), (parts, size) => {
      expect(counted(parts.join(""), size)).toBe(counted(parts.join("")));
    }),
    { numRuns: 500 },
  );
});
