import { CONFORMANCE_SHAPE } from "../conformance.ts";
import { INPUT_FORMAT_NAMES } from "../formats.ts";
import { type FromSchema, object } from "../schema.ts";
import { TOLD_LIMIT } from "../told-limits.ts";
import { CHROMA_ENCODING } from "../version.ts";
import { DOCUMENT_LINK, OUTPUT_FORMAT, SERVICE_PARTS, URL_TEXT } from "./document-parts.ts";

/** `GET /api/v1/interoperability`: which standards are spoken, in which revisions, within which limits. */
export const INTEROPERABILITY = object({
  ...SERVICE_PARTS,
  standards: {
    type: "array",
    items: object({
      name: { type: "string" },
      revision: { type: "string" },
      url: URL_TEXT,
      says: { type: "string", description: "How far, and where." },
    }),
  },
  inputs: {
    type: "array",
    items: object({
      format: { enum: INPUT_FORMAT_NAMES },
      mediaType: { type: "string" },
      label: { type: "string" },
    }),
    description: "Images that are read, recognized by their bytes alone.",
  },
  outputs: { type: "array", items: OUTPUT_FORMAT },
  encodings: { type: "array", items: object({ id: { const: CHROMA_ENCODING }, says: { type: "string" } }) },
  limits: { type: "array", items: TOLD_LIMIT },
  compatibility: { type: "array", items: { type: "string" }, description: "What may change, and how it is told." },
  conformance: {
    type: "array",
    items: CONFORMANCE_SHAPE,
    description: "How the tool endpoint is held to its protocol.",
  },
  notOffered: { type: "array", items: { type: "string" } },
  documents: { type: "array", items: DOCUMENT_LINK },
});

export type Interoperability = FromSchema<typeof INTEROPERABILITY>;
