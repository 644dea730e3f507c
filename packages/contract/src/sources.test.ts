import { describe, expect, it } from "vitest";
import type { Field, FieldOrigin } from "./field.ts";
import { isSourceName, pickSource, SOURCES } from "./sources.ts";

const bytes = new Uint8Array([0xff, 0xd8, 0xff]);
const field = (name: string, value: unknown, origin: FieldOrigin): Field => ({ name, value, origin });
const codesOf = (fields: readonly Field[]) => {
  const picked = pickSource(fields);
  return Array.isArray(picked) ? picked.map(({ code, parameter }) => [code, parameter]) : picked;
};

describe("the source table", () => {
  it("has the three of specification 2.1 with their transports", () => {
    expect(Object.entries(SOURCES).map(([name, { transport }]) => [name, transport])).toEqual([
      ["image", "multipart/form-data"],
      ["imageUrl", "application/json"],
      ["imageBase64", "application/json"],
    ]);
  });

  it.each(["__proto__", "constructor", "Image", "columns"])("does not have %s", (name) =>
    expect(isSourceName(name)).toBe(false),
  );
});

describe("pickSource", () => {
  it.each([
    ["a multipart file", field("image", bytes, "form"), { kind: "bytes", bytes }],
    ["a raw body", field("image", bytes, "body"), { kind: "bytes", bytes }],
    [
      "a URL in JSON",
      field("imageUrl", "https://a.example/b.png", "json"),
      { kind: "url", url: "https://a.example/b.png" },
    ],
    ["base64 in JSON", field("imageBase64", "/9j/", "json"), { kind: "base64", text: "/9j/" }],
    [
      "a URL among tool arguments",
      field("imageUrl", "https://a.example/b.png", "tool"),
      { kind: "url", url: "https://a.example/b.png" },
    ],
    ["base64 among tool arguments", field("imageBase64", "/9j/", "tool"), { kind: "base64", text: "/9j/" }],
  ])("accepts %s", (_, given, source) => {
    expect(pickSource([field("columns", "80", "query"), given])).toEqual(source);
  });

  it("accepts parameters before and after the file", () => {
    const before = field("columns", "80", "form");
    const after = field("color", "true", "form");
    expect(pickSource([before, field("image", bytes, "form"), after])).toEqual({ kind: "bytes", bytes });
  });

  it("reports a missing source", () => {
    expect(codesOf([])).toEqual([["image_missing", "image"]]);
    expect(codesOf([field("columns", "80", "query")])).toEqual([["image_missing", "image"]]);
  });

  it("refuses two sources", () => {
    const two = [field("imageUrl", "https://a.example/b.png", "json"), field("imageBase64", "/9j/", "json")];
    expect(pickSource(two)).toMatchObject([{ code: "image_ambiguous", given: "imageUrl, imageBase64" }]);
    const files = [field("image", bytes, "form"), field("image", bytes, "form")];
    expect(codesOf(files)).toEqual([["image_ambiguous", "image"]]);
  });

  it.each([
    ["a URL in a query", field("imageUrl", "https://a.example/b.png", "query")],
    ["a URL in a form", field("imageUrl", "https://a.example/b.png", "form")],
    ["base64 in a query", field("imageBase64", "/9j/", "query")],
    ["base64 in a form", field("imageBase64", "/9j/", "form")],
    ["a file name in JSON", field("image", "cat.jpg", "json")],
    ["a file name in a query", field("image", "cat.jpg", "query")],
    ["a file name among tool arguments", field("image", "cat.jpg", "tool")],
    ["a text field called image", field("image", "cat.jpg", "form")],
  ])("refuses %s as misplaced", (_, given) => expect(codesOf([given])).toEqual([["image_misplaced", given.name]]));

  it("reports the place of a misplaced source", () => {
    const givenAs = (origin: FieldOrigin) => pickSource([field("image", "cat.jpg", origin)]);
    expect(givenAs("json")).toMatchObject([{ given: "a json value" }]);
    expect(givenAs("form")).toMatchObject([{ given: "a text field", rule: { kind: "file" } }]);
  });

  it("refuses a file under another name, and names the right one", () => {
    expect(pickSource([field("photo", bytes, "form")])).toMatchObject([
      { code: "image_misplaced", parameter: "photo", rule: { kind: "file-name" } },
    ]);
    expect(codesOf([field("columns", bytes, "form")])).toEqual([["image_misplaced", "columns"]]);
  });

  it.each([null, 12, true, {}, [], undefined])("refuses %j instead of a string", (value) => {
    expect(codesOf([field("imageUrl", value, "json")])).toEqual([["parameter_invalid", "imageUrl"]]);
    expect(codesOf([field("imageBase64", value, "json")])).toEqual([["parameter_invalid", "imageBase64"]]);
  });

  it("reports that a string is expected", () => {
    expect(pickSource([field("imageUrl", 12, "json")])).toEqual([
      {
        code: "parameter_invalid",
        parameter: "imageUrl",
        given: "12",
        rule: { kind: "type", type: "string" },
      },
    ]);
    expect(pickSource([field("imageUrl", "x", "query")])).toMatchObject([{ rule: { kind: "source" } }]);
  });

  it("reports every misplaced source at once", () => {
    const fields = [field("imageUrl", "x", "query"), field("imageBase64", "x", "form"), field("image", bytes, "form")];
    expect(codesOf(fields)).toEqual([
      ["image_misplaced", "imageUrl"],
      ["image_misplaced", "imageBase64"],
    ]);
  });
});
