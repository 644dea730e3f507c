import { describe, expect, test } from "vitest";
import { preferredCoding } from "./headers.ts";

describe("the coding of an answer", () => {
  test.each([
    [undefined, null],
    ["", null],
    ["identity", null],
    ["deflate, zstd", null],
    ["gzip", "gzip"],
    ["gzip, deflate, br, zstd", "br"],
    ["BR", "br"],
    ["gzip;q=1.0, br;q=0.5", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["br ; q=0 , gzip ; q=0", null],
    ["*", "br"],
    ["*;q=0", null],
    ["*;q=0.1, gzip", "gzip"],
    ["br;q=0, *", "gzip"],
    ["identity, gzip;q=0.5", null],
    ["identity;q=0.5, gzip", "gzip"],
    ["br;q=nonsense, gzip;q=0.1", "gzip"],
  ])("for %j is %j", (accepted, coding) => {
    expect(preferredCoding(accepted)).toBe(coding);
  });
});
