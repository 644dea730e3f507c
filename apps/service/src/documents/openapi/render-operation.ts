import {
  FORMATS,
  type FormatId,
  INPUT_FORMATS,
  type JsonSchema,
  PARAMS,
  paramSchemas,
  SOURCES,
} from "@lumiglyph/contract";
import { EXAMPLE_REQUESTS, headerRefs } from "./parts.ts";
import type { Content, RequestBody, Response } from "./types.ts";

const FILE_TYPES = [...Object.values(INPUT_FORMATS).map(({ mediaType }) => mediaType), "application/octet-stream"];

/** A JSON render request, with exactly one source. */
export const renderRequestSchema = (): JsonSchema => ({
  type: "object",
  description: "Exactly one of `imageUrl` and `imageBase64`, and any render parameters in their native types.",
  properties: {
    imageUrl: { type: "string", format: "uri", description: SOURCES.imageUrl.says },
    imageBase64: { type: "string", contentEncoding: "base64", description: SOURCES.imageBase64.says },
    ...paramSchemas(),
  },
  oneOf: [{ required: ["imageUrl"] }, { required: ["imageBase64"] }],
  additionalProperties: false,
});

/** A multipart render request: the file and any parameters as form fields, in any order. */
export const renderFormSchema = (): JsonSchema => ({
  type: "object",
  description: "The image as a file, and any render parameters as form fields before or after it.",
  properties: {
    image: { type: "string", contentMediaType: "application/octet-stream", description: SOURCES.image.says },
    ...paramSchemas(),
  },
  required: ["image"],
  additionalProperties: false,
});

/** The three ways to send an image. */
export const renderBody = (): RequestBody => ({
  required: true,
  description: "Exactly one image. A parameter may be here or in the query string; in both only with equal values.",
  content: {
    "multipart/form-data": {
      schema: { $ref: "#/components/schemas/RenderForm" },
      encoding: { image: { contentType: FILE_TYPES.join(", ") } },
    },
    "application/json": { schema: { $ref: "#/components/schemas/RenderRequest" }, examples: EXAMPLE_REQUESTS },
    "image/*": {
      schema: {
        description: `The image file itself: ${labels()}. Its bytes count, not the declared image type.`,
      },
    },
  },
});

/** The rendered output, in the media type of the requested `format`. */
export const rendered = (): Response => ({
  description: "The rendered output. Its content type follows `format`.",
  headers: headerRefs([
    "Render-Quality",
    "Render-Glyphs",
    "Render-Grid",
    "Content-Disposition",
    "Server-Timing",
    "RateLimit",
    "RateLimit-Policy",
    "traceparent",
    "tracestate",
  ]),
  content: Object.fromEntries(
    [...new Set(Object.values(FORMATS).map(({ mediaType }) => mediaType))].map((type) => [type, outputOf(type)]),
  ) satisfies Content,
});

/** The same output at an address, which caches may keep. */
export const addressed = (): Response => {
  const { headers: _, ...rest } = rendered();
  const names = [
    "Render-Quality",
    "Render-Glyphs",
    "Render-Grid",
    "Content-Disposition",
    "ETag",
    "Cache-Control",
  ] as const;
  return { ...rest, headers: headerRefs(names) };
};

const outputOf = (mediaType: string): Content[string] => {
  const formats = PARAMS.format.values.filter((format) => FORMATS[format].mediaType === mediaType);
  const description = formats.map((format) => `\`format=${format}\`: ${FORMATS[format].label}.`).join(" ");
  // bytes have no schema
  if (mediaType === FORMATS.png.mediaType) return { schema: { description } };
  const schemas = formats.flatMap((format) => JSON_OUTPUTS[format] ?? []);
  return { schema: schemas.length > 0 ? { description, anyOf: schemas } : { type: "string", description } };
};

const JSON_OUTPUTS: { readonly [Id in FormatId]?: JsonSchema } = {
  json: { $ref: "#/components/schemas/Art" },
  "json-compact": { $ref: "#/components/schemas/CompactArt" },
};

const labels = (): string =>
  Object.values(INPUT_FORMATS)
    .map(({ label }) => label)
    .join(", ");
