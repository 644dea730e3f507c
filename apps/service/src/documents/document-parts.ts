import { object, SERVICE, URL_TEXT, VERSION } from "@lumiglyph/contract";

/** The service's name as people write it. */
export const NAME = "Lumiglyph";

/** What the service does, in one sentence for every document. */
export const SUMMARY =
  "Turns a raster image into character art: plain text, ANSI truecolor, HTML, JSON, compact JSON with chroma, or SVG.";

/** The same in at most 100 characters, the limit of catalogs. */
export const SHORT_SUMMARY = "Turns an image into character art: text, ANSI, HTML, JSON or SVG, with measured quality.";

/** Facts about every operation. */
export const GUARANTEES =
  "Nothing is stored and nothing is changed. No operation needs a credential unless it says so.";

/** A JSON Schema (2020-12) as a value. */
export const SCHEMA_VALUE = { type: "object", additionalProperties: true, description: "A JSON Schema." } as const;

/** The first fields of every document: the service it describes. */
export const SERVICE_PARTS = {
  service: { const: SERVICE },
  version: { const: VERSION },
  baseUrl: { ...URL_TEXT, description: "Base URL of the service. Every path is relative to it." },
} as const;

/** One of the service's documents. */
export const DOCUMENT_LINK = object({
  title: { type: "string" },
  url: URL_TEXT,
  mediaType: { type: "string" },
  says: { type: "string" },
});
