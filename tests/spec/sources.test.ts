import { type Field, fieldsOf, parseRequest, Refusal, statusOf } from "@lumiglyph/contract";
import { expect, test } from "vitest";

const BYTES = Uint8Array.of(1, 2, 3);
const file = (name = "image"): Field => ({ name, value: BYTES, origin: "form" });
const json = (values: object) => fieldsOf(values, "json");

/** The source of a request, or the code and status of its refusal. */
const source = (...fields: readonly Field[]) => {
  try {
    return parseRequest(fields).source;
  } catch (error) {
    if (error instanceof Refusal) return [error.code, statusOf(error.code)];
    throw error;
  }
};

const URL_GIVEN = { imageUrl: "https://images.example/a.png" };
const DATA_GIVEN = { imageBase64: "AQID" };

test("One source is accepted, of any of the three kinds (spec 2.1)", () => {
  expect(source(file())).toEqual({ kind: "bytes", bytes: BYTES });
  expect(source(...json(URL_GIVEN))).toEqual({ kind: "url", url: "https://images.example/a.png" });
  expect(source(...json(DATA_GIVEN))).toEqual({ kind: "base64", text: "AQID" });
  expect(source(...fieldsOf({ columns: "80" }, "query"), file())).toEqual({ kind: "bytes", bytes: BYTES });
});

test("No source is a 400, whatever the parameters (spec 2.1; answers 1.6)", () => {
  expect(source()).toEqual(["image_missing", 400]);
  expect(source(...json({ columns: 80 }))).toEqual(["image_missing", 400]);
});

test("Two sources are a 400, of one kind or of two (spec 2.1; answers 1.6)", () => {
  expect(source(...json({ ...URL_GIVEN, ...DATA_GIVEN }))).toEqual(["image_ambiguous", 400]);
  expect(source(file(), file())).toEqual(["image_ambiguous", 400]);
});

test("A source outside its transport is a 400 (answers 1.6)", () => {
  for (const origin of ["query", "form"] as const) {
    expect(source(...fieldsOf(URL_GIVEN, origin))).toEqual(["image_misplaced", 400]);
    expect(source(...fieldsOf(DATA_GIVEN, origin))).toEqual(["image_misplaced", 400]);
    expect(source(...fieldsOf({ image: "photo.jpg" }, origin))).toEqual(["image_misplaced", 400]);
  }
  expect(source(...json({ image: "photo.jpg" }))).toEqual(["image_misplaced", 400]);
  expect(source(file("photo"))).toEqual(["image_misplaced", 400]);
});
