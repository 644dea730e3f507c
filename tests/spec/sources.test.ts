import { type Field, fieldsOf, parseRequest, Refusal, statusOf } from "@lumiglyph/contract";
import { expect } from "vitest";
import { verifies } from "./verifies.ts";

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

verifies(["image:one"], "One source is taken, whichever of the three it is.", () => {
  expect(source(file())).toEqual({ kind: "bytes", bytes: BYTES });
  expect(source(...json(URL_GIVEN))).toEqual({ kind: "url", url: "https://images.example/a.png" });
  expect(source(...json(DATA_GIVEN))).toEqual({ kind: "base64", text: "AQID" });
  expect(source(...fieldsOf({ columns: "80" }, "query"), file())).toEqual({ kind: "bytes", bytes: BYTES });
});

verifies(["image:missing", "image:one"], "No source at all is a 400, whatever parameters there are.", () => {
  expect(source()).toEqual(["image_missing", 400]);
  expect(source(...json({ columns: 80 }))).toEqual(["image_missing", 400]);
});

verifies(["image:ambiguous", "image:one"], "Two sources are a 400, of one kind or of two.", () => {
  expect(source(...json({ ...URL_GIVEN, ...DATA_GIVEN }))).toEqual(["image_ambiguous", 400]);
  expect(source(file(), file())).toEqual(["image_ambiguous", 400]);
});

verifies(["image:misplaced"], "A source outside its transport is a 400.", () => {
  for (const origin of ["query", "form"] as const) {
    expect(source(...fieldsOf(URL_GIVEN, origin))).toEqual(["image_misplaced", 400]);
    expect(source(...fieldsOf(DATA_GIVEN, origin))).toEqual(["image_misplaced", 400]);
    expect(source(...fieldsOf({ image: "photo.jpg" }, origin))).toEqual(["image_misplaced", 400]);
  }
  expect(source(...json({ image: "photo.jpg" }))).toEqual(["image_misplaced", 400]);
  expect(source(file("photo"))).toEqual(["image_misplaced", 400]);
});
