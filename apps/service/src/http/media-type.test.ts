import { expect, test } from "vitest";
import { parseMediaType } from "./headers.ts";

test.each([
  ["image/png", "image", "png", {}],
  ["Image/PNG", "image", "png", {}],
  ["\timage/png \t", "image", "png", {}],
  ["multipart/form-data; boundary=abc", "multipart", "form-data", { boundary: "abc" }],
  ["multipart/form-data;\tBoundary=aBc ;;", "multipart", "form-data", { boundary: "aBc" }],
  ['multipart/form-data; boundary="a;b\\"c"', "multipart", "form-data", { boundary: 'a;b"c' }],
  ['application/json; charset="utf-8"; q=1', "application", "json", { charset: "utf-8", q: "1" }],
])("%j is read", (value, type, subtype, parameters) => {
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
])("%j is not a media type", (value) => {
  expect(parseMediaType(value)).toBeNull();
});
