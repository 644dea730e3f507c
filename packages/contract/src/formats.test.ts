import { describe, expect, it } from "vitest";
import { contentType, FORMATS, INPUT_FORMAT_NAMES, INPUT_FORMATS } from "./formats.ts";
import { PARAMS } from "./params.ts";

describe("the output formats", () => {
  it("are the six of specification 2.3, and a picture", () => {
    expect(FORMATS).toEqual({
      text: { mediaType: "text/plain", extension: "txt", label: "Plain text" },
      ansi: { mediaType: "text/plain", extension: "ans", label: "ANSI (truecolor)" },
      html: { mediaType: "text/html", extension: "html", label: "HTML" },
      json: { mediaType: "application/json", extension: "json", label: "JSON" },
      "json-compact": { mediaType: "application/json", extension: "json", label: "Compact JSON + chroma" },
      svg: { mediaType: "image/svg+xml", extension: "svg", label: "SVG" },
      png: { mediaType: "image/png", extension: "png", label: "PNG" },
    });
  });

  it("are exactly the values of the parameter `format`", () => {
    expect(Object.keys(FORMATS)).toEqual([...PARAMS.format.values]);
  });

  it.each([
    ["text", "text/plain; charset=utf-8"],
    ["ansi", "text/plain; charset=utf-8"],
    ["html", "text/html; charset=utf-8"],
    ["json", "application/json"],
    ["json-compact", "application/json"],
    ["svg", "image/svg+xml; charset=utf-8"],
    ["png", "image/png"],
  ] as const)("give %s the content type %s", (format, expected) => expect(contentType(format)).toBe(expected));
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
