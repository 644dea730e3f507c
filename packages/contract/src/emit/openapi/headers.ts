import { linkHeader } from "../documents/links.ts";
import type { Header, Reference } from "./types.ts";

const dictionary = "RFC 9651 dictionary";

/** Response headers that carry meaning for a caller, by name. */
export const HEADERS = {
  "Render-Quality": {
    description: `${dictionary}: whether the quality target was met (\`target_met\` or \`best_effort\`), the target, the score from 0 to 1.`,
    schema: { type: "string" },
    example: "status=target_met, target=balanced, score=0.912",
  },
  "Render-Glyphs": {
    description: `${dictionary}: glyph strategy, codebook size, RMSE of its tones, the limit, and whether it is held.`,
    schema: { type: "string" },
    example: "strategy=adaptive, size=8, rmse=0.028, limit=0.03, within=?1",
  },
  "Render-Grid": {
    description: `${dictionary}: size of the output in characters.`,
    schema: { type: "string" },
    example: "columns=120, rows=45",
  },
  "Content-Disposition": {
    description: "A file name for whoever saves the output; its ending follows the format.",
    schema: { type: "string" },
    example: 'inline; filename="lumiglyph.txt"',
  },
  "Server-Timing": {
    description:
      "Milliseconds that each stage took, and the trace context; where outputs are kept, whether this one was found.",
    schema: { type: "string" },
    example: "queue;dur=0.1, decode;dur=12.4, render;dur=48.0, encode;dur=0.6",
  },
  traceparent: {
    description: "W3C Trace Context: the accepted or generated trace id, with the service's own span id.",
    schema: { type: "string", pattern: "^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$" },
    example: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
  },
  tracestate: {
    description: "W3C Trace Context vendor state; only where the request's was accepted.",
    schema: { type: "string" },
    example: "vendor=opaque",
  },
  ETag: {
    description: "Strong validator of the document, for `If-None-Match`.",
    schema: { type: "string" },
    example: '"9f86d081884c7d65"',
  },
  "Cache-Control": {
    description: "How long the document may be kept.",
    schema: { type: "string" },
    example: "public, max-age=300",
  },
  Link: {
    description: "Where the service is described (RFC 8288, RFC 8631), and how it does.",
    schema: { type: "string" },
    example: linkHeader(),
  },
  "Retry-After": {
    description: "Seconds to wait before the next try; absent where waiting does not help.",
    schema: { type: "string", pattern: "^[0-9]+$" },
    example: "2",
  },
  RateLimit: {
    description:
      "What is left of this client's shares, and seconds until that of a minute is whole again; only where the operator has set limits.",
    schema: { type: "string" },
    example: '"render";r=87;t=23, "at-once";r=3',
  },
  "RateLimit-Policy": {
    description:
      "The shares of a client: points and the seconds in which they may be spent, renders at once; only where the operator has set limits.",
    schema: { type: "string" },
    example: '"render";q=120;w=60, "at-once";q=4;qu="concurrent-requests"',
  },
  "Accept-Post": {
    description: "Content types that the operation takes.",
    schema: { type: "string" },
    example: "multipart/form-data, application/json, image/*",
  },
  "WWW-Authenticate": {
    description: "The scheme to present the platform credential in.",
    schema: { type: "string" },
    example: "Bearer",
  },
} as const satisfies Record<string, Header>;

export type HeaderName = keyof typeof HEADERS;

/** References to headers, as a response lists them. */
export const headerRefs = (names: readonly HeaderName[]): { readonly [name: string]: Reference } =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
