import {
  ERROR_CODES,
  ERRORS,
  type ErrorCode,
  type Field,
  LIBRARY_WORDS,
  PARAM_NAMES,
  paramSchema,
  parseRequest,
  Refusal,
  refusalFor,
  SOURCES,
  wordsOf,
} from "@lumiglyph/contract";
import { ENDPOINTS } from "../../tables/endpoints.ts";
import { CHECKERBOARD } from "../agent-recipe.ts";
import { linkHeader } from "../documents.ts";
import type { Example, OpenApiHeader, Parameter, Reference } from "./types.ts";

/** First sentence of the description of an operation that needs the credential. */
export const CREDENTIAL = "Requires the platform credential. ";

const dictionary = "RFC 9651 dictionary";

/** Documented response headers, by name. */
export const HEADERS = {
  "Render-Quality": {
    description: `${dictionary}: whether the quality target was met (\`target_met\` or \`best_effort\`), the target, the score from 0 to 1.`,
    schema: { type: "string" },
    example: "status=target_met, target=balanced, score=0.912",
  },
  "Render-Glyphs": {
    description: `${dictionary}: glyph strategy, codebook size, RMSE of its tones, the limit, and whether it is met.`,
    schema: { type: "string" },
    example: "strategy=adaptive, size=8, rmse=0.028, limit=0.03, within=?1",
  },
  "Render-Grid": {
    description: `${dictionary}: size of the output in characters.`,
    schema: { type: "string" },
    example: "columns=120, rows=45",
  },
  "Content-Disposition": {
    description: "A file name for saving the output; its extension follows the format.",
    schema: { type: "string" },
    example: 'inline; filename="lumiglyph.txt"',
  },
  "Server-Timing": {
    description: "Milliseconds per stage, and the trace context; with an output cache, whether this was a hit.",
    schema: { type: "string" },
    example: "queue;dur=0.1, decode;dur=12.4, render;dur=48.0, encode;dur=0.6",
  },
  traceparent: {
    description: "W3C Trace Context: the accepted or generated trace id, with the service's own span id.",
    schema: { type: "string", pattern: "^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$" },
    example: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
  },
  tracestate: {
    description: "W3C Trace Context vendor state; only if the request's was accepted.",
    schema: { type: "string" },
    example: "vendor=opaque",
  },
  ETag: {
    description: "Strong validator of the document, for `If-None-Match`.",
    schema: { type: "string" },
    example: '"9f86d081884c7d65"',
  },
  "Cache-Control": {
    description: "How long the document may be cached.",
    schema: { type: "string" },
    example: "public, max-age=300",
  },
  Link: {
    description: "Links to the service's descriptions and its status (RFC 8288, RFC 8631).",
    schema: { type: "string" },
    example: linkHeader(),
  },
  "Retry-After": {
    description: "Seconds to wait before retrying; absent if waiting does not help.",
    schema: { type: "string", pattern: "^[0-9]+$" },
    example: "2",
  },
  RateLimit: {
    description:
      "This client's remaining quotas, and seconds until more of the quota per minute is available; only if the operator has set limits.",
    schema: { type: "string" },
    example: '"render";r=87;t=23, "at-once";r=3',
  },
  "RateLimit-Policy": {
    description:
      "A client's quotas: points and their window in seconds, and concurrent renders; only if the operator has set limits.",
    schema: { type: "string" },
    example: '"render";q=120;w=60, "at-once";q=4;qu="concurrent-requests"',
  },
  "Accept-Post": {
    description: "Content types that the operation accepts.",
    schema: { type: "string" },
    example: "multipart/form-data, application/json, image/*",
  },
  "WWW-Authenticate": {
    description: "The scheme for the platform credential.",
    schema: { type: "string" },
    example: "Bearer",
  },
} as const satisfies Record<string, OpenApiHeader>;

export type HeaderName = keyof typeof HEADERS;

/** References to headers, as a response lists them. */
export const headerRefs = (names: readonly HeaderName[]): { readonly [name: string]: Reference } =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const REQUEST_HEADERS = {
  traceparent: {
    name: "traceparent",
    in: "header",
    required: false,
    description: "W3C Trace Context of the client. A malformed one is replaced, never refused.",
    schema: { type: "string" },
    example: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
  },
  tracestate: {
    name: "tracestate",
    in: "header",
    required: false,
    description: "W3C Trace Context vendor state; read only with a valid `traceparent`.",
    schema: { type: "string" },
    example: "vendor=opaque",
  },
  "If-None-Match": {
    name: "If-None-Match",
    in: "header",
    required: false,
    description: "The `ETag` of the cached copy; if it is still current, the response is 304 without a body.",
    schema: { type: "string" },
    example: '"9f86d081884c7d65"',
  },
} as const satisfies Record<string, Parameter>;

/** Every query and header parameter, by name. */
export const parameters = (): { readonly [name: string]: Parameter } => ({
  ...Object.fromEntries(PARAM_NAMES.map((name) => [name, queryParameter(name)])),
  ...ADDRESS_PARAMETERS,
  ...REQUEST_HEADERS,
});

/** Parameters of an address besides the render parameters. */
const ADDRESS_PARAMETERS = {
  imageUrl: {
    name: "imageUrl",
    in: "query",
    required: true,
    description: SOURCES.imageUrl.says,
    schema: { type: "string", format: "uri" },
  },
  preset: {
    name: "preset",
    in: "query",
    required: false,
    description: "One of the operator's presets, instead of all other parameters.",
    schema: { type: "string" },
  },
  exp: {
    name: "exp",
    in: "query",
    required: false,
    description: "When the address ends, in whole seconds since 1970.",
    schema: { type: "integer" },
  },
  sig: {
    name: "sig",
    in: "query",
    required: false,
    description: "HMAC-SHA256 of the canonical path and query before it, in base64url. It is the last parameter.",
    schema: { type: "string" },
  },
} as const satisfies Record<string, Parameter>;

/** References to the parameters of addresses only. */
export const addressParameterRefs = (): readonly Reference[] => parameterRefs(Object.keys(ADDRESS_PARAMETERS));

/** References to the 22 render parameters. */
export const renderParameterRefs = (): readonly Reference[] => parameterRefs(PARAM_NAMES);

/** References to the headers of trace context, which every operation reads. */
export const traceParameterRefs = (): readonly Reference[] => parameterRefs(["traceparent", "tracestate"]);

/** The header of a conditional request. */
export const conditionalRef = (): readonly Reference[] => parameterRefs(["If-None-Match"]);

const queryParameter = (name: (typeof PARAM_NAMES)[number]): Parameter => {
  const { description = "", ...schema } = paramSchema(name);
  return { name, in: "query", required: false, description, schema };
};

const parameterRefs = (names: readonly string[]): readonly Reference[] =>
  names.map((name) => ({ $ref: `#/components/parameters/${name}` }));

/** The trace that every example belongs to. */
export const EXAMPLE_TRACE = { traceId: "4bf92f3577b34da6a3ce929d0e0e4736", spanId: "00f067aa0ba902b7" };

/** Example JSON bodies. */
export const EXAMPLE_REQUESTS: { readonly [name: string]: Example } = {
  base64: {
    summary: "An image in the request itself",
    value: { imageBase64: CHECKERBOARD, columns: 8, charset: "standard" },
  },
  url: {
    summary: "An image on a host that the service trusts, as SVG in color",
    value: { imageUrl: "https://images.example/harbor.jpg", columns: 100, format: "svg", color: true },
  },
};

/** An example problem document for each error code. */
export const errorExamples = (baseUrl: string): { readonly [code: string]: Example } =>
  Object.fromEntries(
    ERROR_CODES.map((code) => [code, { summary: ERRORS[code].title, value: problem(refusal(code), baseUrl) }]),
  );

const problem = (refused: Refusal, baseUrl: string) => {
  const { code } = refused;
  const { message, problems } = wordsOf(refused, { ...LIBRARY_WORDS, says: () => ERRORS[code].says });
  return {
    type: `${baseUrl}${ENDPOINTS.errorReference.path}#${code}`,
    title: ERRORS[code].title,
    status: ERRORS[code].status,
    detail: message,
    code,
    traceId: EXAMPLE_TRACE.traceId,
    ...(problems.length > 0 ? { errors: problems } : {}),
  };
};

/** The gate's own refusal of a faulty request, if there is one; otherwise the table's message. */
const refusal = (code: ErrorCode): Refusal => {
  const fields = FAULTY_REQUESTS[code];
  if (fields === undefined) return refusalFor(code);
  try {
    parseRequest(fields);
  } catch (error) {
    if (error instanceof Refusal && error.code === code) return error;
  }
  throw new Error(`The faulty request for ${code} is not refused with it.`);
};

const image: Field = { name: "imageBase64", value: CHECKERBOARD, origin: "json" };
const url: Field = { name: "imageUrl", value: "https://images.example/harbor.jpg", origin: "json" };
const columns: Field = { name: "columns", value: "80", origin: "query" };

const FAULTY_REQUESTS: { readonly [Code in ErrorCode]?: readonly Field[] } = {
  parameter_invalid: [image, { ...columns, value: "9000" }],
  parameter_unknown: [image, { ...columns, name: "colums" }],
  parameter_repeated: [image, columns, columns],
  parameter_conflict: [image, columns, { name: "columns", value: 120, origin: "json" }],
  image_missing: [],
  image_ambiguous: [image, url],
  image_misplaced: [{ ...url, origin: "query" }],
};
