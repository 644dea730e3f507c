import { HANDOFF_PROTOCOL } from "@lumiglyph/handoff";
import type { EndpointId } from "../tables/endpoints.ts";
import { MCP_REVISIONS } from "../tables/mcp.ts";

/** Version of the OpenAPI specification that the interface description follows (specification 9.4). */
export const OPENAPI_VERSION = "3.1.0";

/** A standard that the interface follows, if the endpoint that it `needs` is served. */
type Standard = {
  readonly name: string;
  readonly revision: string;
  readonly url: string;
  readonly says: string;
  readonly needs?: EndpointId;
};

/** The supported standards, with their revisions and scope. */
const STANDARDS: readonly Standard[] = [
  {
    name: "HTTP",
    revision: "1.1 (RFC 9110, RFC 9112)",
    url: "https://www.rfc-editor.org/rfc/rfc9110",
    says: "HEAD on every GET, 405 with `Allow`, documents with a strong `ETag` and 304.",
  },
  {
    name: "Problem Details",
    revision: "RFC 9457",
    url: "https://www.rfc-editor.org/rfc/rfc9457",
    says: "Every error is `application/problem+json` with a stable `code`.",
  },
  {
    name: "Structured Field Values",
    revision: "RFC 9651",
    url: "https://www.rfc-editor.org/rfc/rfc9651",
    says: "`Render-Quality`, `Render-Glyphs` and `Render-Grid` are dictionaries.",
  },
  {
    name: "W3C Trace Context",
    revision: "Level 2",
    url: "https://www.w3.org/TR/trace-context-2/",
    says: "`traceparent` and `tracestate` are accepted on every request; every response has its own.",
  },
  {
    name: "Server-Timing",
    revision: "W3C",
    url: "https://www.w3.org/TR/server-timing/",
    says: "How long each stage of a render took, and the trace context for scripts.",
  },
  {
    name: "CORS",
    revision: "Fetch, living standard",
    url: "https://fetch.spec.whatwg.org/#http-cors-protocol",
    says: "Any origin, never with credentials; every path answers a preflight.",
  },
  {
    name: "Link relations for web services",
    revision: "RFC 8288, RFC 8631",
    url: "https://www.rfc-editor.org/rfc/rfc8631",
    says: "The documents link to the description, the reference and the agent manifest in `Link`.",
  },
  {
    name: "multipart/form-data",
    revision: "RFC 7578",
    url: "https://www.rfc-editor.org/rfc/rfc7578",
    says: "The image as the file `image`, parameters as fields before or after it.",
  },
  {
    name: "JSON",
    revision: "RFC 8259",
    url: "https://www.rfc-editor.org/rfc/rfc8259",
    says: "A JSON body is one object, its values in their native types.",
  },
  {
    name: "Base64",
    revision: "RFC 4648",
    url: "https://www.rfc-editor.org/rfc/rfc4648",
    says: "`imageBase64` takes both alphabets, padding optional; chroma is written in the standard one, padded.",
  },
  {
    name: "OpenAPI",
    revision: OPENAPI_VERSION,
    url: "https://spec.openapis.org/oas/v3.1.0",
    says: "Every path and method that is served, and no other.",
    needs: "openapi",
  },
  {
    name: "JSON Schema",
    revision: "2020-12",
    url: "https://json-schema.org/specification-links#2020-12",
    says: "Shapes of requests, outputs and documents.",
  },
  {
    name: "llms.txt",
    revision: "llmstxt.org",
    url: "https://llmstxt.org/",
    says: "What a language model needs, short and in full.",
    needs: "llms",
  },
  {
    name: "SGR (ECMA-48)",
    revision: "5th edition; direct color as in ISO 8613-6",
    url: "https://ecma-international.org/publications-and-standards/standards/ecma-48/",
    says: "`ansi` output has 24-bit foreground colors and resets, no other escape sequence.",
  },
  {
    name: "sRGB",
    revision: "IEC 61966-2-1",
    url: "https://www.w3.org/TR/css-color-4/#predefined-sRGB",
    says: "All colors of all outputs; pictures of other color spaces are converted.",
  },
  {
    name: "Browser handoff",
    revision: HANDOFF_PROTOCOL,
    url: "https://html.spec.whatwg.org/multipage/web-messaging.html",
    says: "`window.postMessage` between two windows, to one fixed origin; the launch address is an RFC 6570 template.",
    needs: "handoff",
  },
  {
    name: "JSON-RPC",
    revision: "2.0",
    url: "https://www.jsonrpc.org/specification",
    says: "The tool endpoint's envelope.",
    needs: "mcp",
  },
  {
    name: "Model Context Protocol",
    revision: MCP_REVISIONS.join(", "),
    url: "https://modelcontextprotocol.io/specification/",
    says: "Streamable HTTP without sessions, JSON responses, one tool; trace context also in `_meta`.",
    needs: "mcp",
  },
  {
    name: "MCP server card",
    revision: "SEP-2127",
    url: "https://modelcontextprotocol.io/seps/2127-mcp-server-cards",
    says: "The address of the tool endpoint; the AI catalog links to it.",
    needs: "serverCard",
  },
  {
    name: "API catalog",
    revision: "RFC 9727",
    url: "https://www.rfc-editor.org/rfc/rfc9727",
    says: "The interfaces of the host as a set of links, at `/.well-known/api-catalog`.",
    needs: "apiCatalog",
  },
  {
    name: "Bearer tokens",
    revision: "RFC 6750",
    url: "https://www.rfc-editor.org/rfc/rfc6750",
    says: "For the operator's own operations only.",
    needs: "platformStatus",
  },
  {
    name: "RateLimit fields",
    revision: "draft-ietf-httpapi-ratelimit-headers",
    url: "https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/",
    says: "A client's remaining quota, if the operator has set one.",
  },
];

/** Unsupported features; some only `until` an endpoint is served, or only `of` a served one. */
const NOT_OFFERED: readonly { readonly says: string; readonly until?: EndpointId; readonly of?: EndpointId }[] = [
  { says: "A tool endpoint of the Model Context Protocol: not in this release.", until: "mcp" },
  {
    says: "Parts of the Model Context Protocol: sessions and streams over GET, resources, prompts, completions, log messages, sampling, elicitation, tasks, OAuth.",
    of: "mcp",
  },
  { says: "Accounts, sessions and cookies." },
  { says: "Storage: no image, output or other resource is kept." },
  { says: "Write operations, webhooks and other events." },
  { says: "Content negotiation: `Accept` is ignored, `format` decides." },
  { says: "Byte ranges: `Range` is ignored." },
  { says: "HTTP/2 and TLS in the service itself: a proxy in front provides both." },
  { says: "Animated output: only the first frame of an animation is read." },
  { says: "Vector images as input; an SVG is refused." },
];

/** The standards that the endpoints served today follow. */
export const standardsOf = (served: readonly EndpointId[]) =>
  STANDARDS.filter(({ needs }) => needs === undefined || served.includes(needs));

/** What the endpoints served today do not offer. */
export const notOffered = (served: readonly EndpointId[]): readonly string[] =>
  NOT_OFFERED.filter(({ until }) => until === undefined || !served.includes(until))
    .filter(({ of }) => of === undefined || served.includes(of))
    .map(({ says }) => says);
