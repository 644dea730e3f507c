import {
  CHROMA_ENCODING,
  contentType,
  FORMATS,
  type FromSchema,
  INPUT_FORMAT_NAMES,
  INPUT_FORMATS,
  object,
  PARAMS,
  SERVICE,
  URL_TEXT,
  VERSION,
} from "@lumiglyph/contract";
import { ENDPOINT_IDS, type EndpointId } from "../tables/endpoints.ts";
import { DOCUMENT_LINK, SERVICE_PARTS } from "./document-parts.ts";
import { documentLinks } from "./documents.ts";
import { type Instance, PUBLIC_LIMIT, publicLimits } from "./instance.ts";
import { notOffered, standardsOf } from "./standards.ts";
import { CHROMA_SAYS } from "./words.ts";

/** How the tool endpoint's conformance is tested, and how to repeat it. */
const CONFORMANCE_SHAPE = object({
  suite: { type: "string" },
  version: { type: "string" },
  requirements: { type: "string", description: "The revision whose requirements are tested." },
  command: { type: "string", description: "`URL` stands for the address of the tool endpoint." },
  leftOut: { type: "string", description: "The file that lists the scenarios expected to fail, with reasons." },
  says: { type: "string" },
});

const SUITE = { suite: "@modelcontextprotocol/conformance", version: "0.2.0-alpha.12" } as const;

const run = (requirements: string) => {
  const leftOut = `tests/mcp/expected-${requirements}.yml`;
  return {
    ...SUITE,
    requirements,
    command: `npx conformance server --url URL --requirements ${requirements} --expected-failures ${leftOut}`,
    leftOut,
    says: "Runs on every change and must exit with 0; it also fails if a left-out scenario passes.",
  };
};

/** The runs of the protocol's own suite, in `tests/mcp/conformance.test.ts`. */
export const CONFORMANCE = ["2026-07-28", "2025-11-25"].map(run);

/** One output format. */
const OUTPUT_FORMAT = object({
  format: { enum: Object.keys(FORMATS) as (keyof typeof FORMATS)[] },
  contentType: { type: "string" },
  extension: { type: "string" },
  label: { type: "string" },
});

/** `GET /api/v1/interoperability`: supported standards, their revisions, and limits. */
export const INTEROPERABILITY = object({
  ...SERVICE_PARTS,
  standards: {
    type: "array",
    items: object({
      name: { type: "string" },
      revision: { type: "string" },
      url: URL_TEXT,
      says: { type: "string", description: "The scope of support." },
    }),
  },
  inputs: {
    type: "array",
    items: object({
      format: { enum: INPUT_FORMAT_NAMES },
      mediaType: { type: "string" },
      label: { type: "string" },
    }),
    description: "Accepted images, detected by content.",
  },
  outputs: { type: "array", items: OUTPUT_FORMAT },
  encodings: { type: "array", items: object({ id: { const: CHROMA_ENCODING }, says: { type: "string" } }) },
  limits: { type: "array", items: PUBLIC_LIMIT },
  compatibility: { type: "array", items: { type: "string" }, description: "What may change, and how it is announced." },
  conformance: {
    type: "array",
    items: CONFORMANCE_SHAPE,
    description: "How the tool endpoint's conformance is tested.",
  },
  notOffered: { type: "array", items: { type: "string" } },
  documents: { type: "array", items: DOCUMENT_LINK },
});

export type Interoperability = FromSchema<typeof INTEROPERABILITY>;

/** The capabilities of an instance, and what it does not support. */
export const interoperability = (
  instance: Instance,
  served: readonly EndpointId[] = ENDPOINT_IDS,
): Interoperability => ({
  service: SERVICE,
  version: VERSION,
  baseUrl: instance.baseUrl,
  standards: standardsOf(served).map(({ name, revision, url, says }) => ({ name, revision, url, says })),
  inputs: instance.settings.SERVICE_INPUT_FORMATS.map((format) => ({ format, ...INPUT_FORMATS[format] })),
  outputs: PARAMS.format.values.map((format) => {
    const { extension, label } = FORMATS[format];
    return { format, contentType: contentType(format), extension, label };
  }),
  encodings: [{ id: CHROMA_ENCODING, says: CHROMA_SAYS }],
  limits: publicLimits(instance),
  compatibility: COMPATIBILITY,
  conformance: served.includes("mcp") ? CONFORMANCE : [],
  notOffered: notOffered(served),
  documents: documentLinks(instance.baseUrl, served),
});

/** Answers 7.4. */
const COMPATIBILITY = [
  `Within ${VERSION.replace(/\d+$/, "x")} the interface changes only by additions: ignore fields and headers that you do not know.`,
  "Error codes, parameter names and formats keep their meaning.",
  "Removals under `/v1` are announced six months ahead by `Deprecation` (RFC 9745) and `Sunset` (RFC 8594).",
];
