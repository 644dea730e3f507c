import { FORMATS } from "../formats.ts";
import { object } from "../schema.ts";
import { SERVICE, VERSION } from "../version.ts";

/** An absolute address. */
export const URL_TEXT = { type: "string", format: "uri" } as const;

/** A JSON Schema (2020-12) as a value. */
export const SCHEMA_VALUE = { type: "object", additionalProperties: true, description: "A JSON Schema." } as const;

/** How a document begins: which service it speaks of. */
export const SERVICE_PARTS = {
  service: { const: SERVICE },
  version: { const: VERSION },
  baseUrl: { ...URL_TEXT, description: "Where the service is. Every path is relative to it." },
} as const;

/** One of the service's documents. */
export const DOCUMENT_LINK = object({
  title: { type: "string" },
  url: URL_TEXT,
  mediaType: { type: "string" },
  says: { type: "string" },
});

/** One output format. */
export const OUTPUT_FORMAT = object({
  format: { enum: Object.keys(FORMATS) as (keyof typeof FORMATS)[] },
  contentType: { type: "string" },
  extension: { type: "string" },
  label: { type: "string" },
});
