import { describe, expect, test } from "vitest";
import { parseMediaType, preferredCoding } from "./headers.ts";

describe("media type", () => {
  test.each([
    ["image/png", "image", "png", {}],
    ["Image/PNG", "image", "png", {}],
    ["\timage/png \t", "image", "png", {}],
    ["multipart/form-data; boundary=abc", "multipart", "form-data", { boundary: "abc" }],
    ["multipart/form-data;\tBoundary=aBc ;;", "multipart", "form-data", { boundary: "aBc" }],
    ['multipart/form-data; boundary="a;b\\"c"', "multipart", "form-data", { boundary: 'a;b"c' }],
    ['application/json; charset="utf-8"; q=1', "application", "json", { charset: "utf-8", q: "1" }],
  ])("reads %j", (value, type, subtype, parameters) => {
    expect(parseMediaType(value)).toEqual({ type, subtype, parameters: new Map(Object.entries(parameters)) });
  });

  test.each([
    "",
    "image",
    "image/",
    "/png",
    "image/png, text/html",
    "image/png text",
    "image /png",
    "multipart/form-data boundary=x",
    "multipart/form-data; boundary",
    "multipart/form-data; boundary=",
    "multipart/form-data; boundary =x",
    'multipart/form-data; boundary="x',
    "multipart/form-data; boundary=a; boundary=b",
    "multipart/form-data; boundary=a b",
  ])("rejects %j as a media type", (value) => {
    expect(parseMediaType(value)).toBeNull();
  });
});

describe("content coding", () => {
  describe("preferredCoding", () => {
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
});
