import { describe, expect, it } from "vitest";
import { contentTypeOf, SPECIFIED_FORMATS } from "../../../tests/spec/table.ts";
import { contentType, FORMATS, INPUT_FORMAT_NAMES, INPUT_FORMATS } from "./formats.ts";
import { PARAMS } from "./param-table.ts";

describe("the output formats", () => {
  it("are those of the specification, and a picture", () => {
    const specified = SPECIFIED_FORMATS.map(({ id, mediaType, extension, label }) => [
      id,
      { mediaType, extension, label },
    ]);
    expect(FORMATS).toEqual({
      ...Object.fromEntries(specified),
      png: { mediaType: "image/png", extension: "png", label: "PNG" },
    });
  });

  it("are exactly the values of the parameter `format`", () => {
    expect(Object.keys(FORMATS)).toEqual([...PARAMS.format.values]);
  });

  it.each(SPECIFIED_FORMATS)("give $id its content type", (row) => {
    expect(contentType(row.id)).toBe(contentTypeOf(row));
  });

  it("give a picture its content type", () => expect(contentType("png")).toBe("image/png"));
});

describe("the input formats", () => {
  it("are JPEG, PNG, WebP, GIF and AVIF", () => {
    expect(INPUT_FORMAT_NAMES).toEqual(["jpeg", "png", "webp", "gif", "avif"]);
    expect(INPUT_FORMAT_NAMES.map((name) => INPUT_FORMATS[name].mediaType)).toEqual([
      "image/jpeg",
      "image/png",
      "image/webp",
      "image/gif",
      "image/avif",
    ]);
  });
});
