import { compactArtSchema, object } from "@lumiglyph/contract";
import { expect, it } from "vitest";
import { schemaFields } from "./page.ts";

it("schemaFields lists every field by path, with its values in words", () => {
  const schema = object({
    kind: { const: "a" },
    size: { type: "integer", minimum: 1, maximum: 9, description: "How large." },
    parts: { type: "array", items: object({ name: { type: "string" } }) },
    mode: { enum: ["one", "two"] },
    limit: { anyOf: [{ type: "number" }, { type: "null" }] },
  });
  expect(schemaFields(schema)).toEqual([
    { path: "kind", type: '"a"', says: "" },
    { path: "size", type: "integer, 1 to 9", says: "How large." },
    { path: "parts", type: "list of object", says: "" },
    { path: "parts[].name", type: "string", says: "" },
    { path: "mode", type: "one, two", says: "" },
    { path: "limit", type: "number or null", says: "" },
  ]);
});

it("schemaFields covers the output formats", () => {
  const paths = schemaFields(compactArtSchema()).map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(["text", "chroma.data", "glyphs.rmse", "quality.components[].met"]));
});
