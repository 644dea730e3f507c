import { ERROR_CODES, FORMATS, INPUT_FORMAT_NAMES, PARAMS, TOOL_NAME } from "@lumiglyph/contract";
import { ENDPOINTS } from "./endpoints.ts";
import { MCP_REVISIONS } from "./mcp.ts";

/**
 * The type of an exported attribute: a choice, an integer, a number, a flag, or a host that the
 * operator's settings name exactly. There is no type for free text.
 */
export type TraceAttribute = (
  | { readonly kind: "choice"; readonly values: readonly string[] }
  | { readonly kind: "integer"; readonly min: number; readonly max: number }
  | { readonly kind: "number" }
  | { readonly kind: "flag" }
  | { readonly kind: "own host" }
) & { readonly from: string };

const MOST = Number.MAX_SAFE_INTEGER;

/** Every attribute that a span may have, and the source of its value. Values that do not match their row are left out. */
export const TRACE_ATTRIBUTES = {
  "http.request.method": { kind: "choice", values: ["POST"], from: "the route" },
  "http.route": {
    kind: "choice",
    values: [ENDPOINTS.render.path, ENDPOINTS.mcp.path],
    from: "the endpoint table, never the request's own path",
  },
  "url.scheme": { kind: "choice", values: ["http", "https"], from: "`SERVICE_BASE_URL`" },
  "http.response.status_code": { kind: "integer", min: 100, max: 599, from: "the response" },
  "network.protocol.version": { kind: "choice", values: ["1.0", "1.1"], from: "the connection" },
  "error.type": {
    kind: "choice",
    values: [...ERROR_CODES, "internal", "abandoned", "tool_error"],
    from: "the error table; `abandoned` if the client disconnected, `tool_error` on a tool call",
  },
  "server.address": { kind: "own host", from: "the image's host, if a setting names it exactly" },
  "mcp.method.name": { kind: "choice", values: ["tools/call"], from: "the method" },
  "mcp.protocol.version": {
    kind: "choice",
    values: MCP_REVISIONS,
    from: "the revision, if it is supported",
  },
  "gen_ai.operation.name": { kind: "choice", values: ["execute_tool"], from: "the method" },
  "gen_ai.tool.name": { kind: "choice", values: [TOOL_NAME], from: "the tool table" },
  "jsonrpc.request.id": {
    kind: "integer",
    min: 0,
    max: 999_999,
    from: "the call's id, if it is a small integer; others are left out",
  },
  "ascii.error_code": { kind: "choice", values: [...ERROR_CODES, "internal"], from: "the error table" },
  "ascii.format": {
    kind: "choice",
    values: Object.keys(FORMATS) as (keyof typeof FORMATS)[],
    from: "the parameters",
  },
  "ascii.columns": { kind: "integer", min: 1, max: MOST, from: "the output" },
  "ascii.rows": { kind: "integer", min: 1, max: MOST, from: "the output" },
  "ascii.pixels": { kind: "integer", min: 1, max: MOST, from: "the image" },
  "ascii.source_format": { kind: "choice", values: [...INPUT_FORMAT_NAMES, "pixels"], from: "the image's bytes" },
  "ascii.target": { kind: "choice", values: PARAMS.qualityTarget.values, from: "the evidence" },
  "ascii.status": { kind: "choice", values: ["target_met", "best_effort"], from: "the evidence" },
  "ascii.score": { kind: "number", from: "the evidence" },
  "ascii.codebook_size": { kind: "integer", min: 1, max: MOST, from: "the evidence" },
  "ascii.rmse": { kind: "number", from: "the evidence" },
  "ascii.shared": { kind: "flag", from: "whether it waited for another client's identical render" },
  "ascii.cache": { kind: "choice", values: ["hit", "miss"], from: "the output cache" },
} as const satisfies Record<string, TraceAttribute>;

export type TraceAttributeKey = keyof typeof TRACE_ATTRIBUTES;

type ValueOf<Row> = Row extends { kind: "choice"; values: readonly (infer Value)[] }
  ? Value
  : Row extends { kind: "integer" | "number" }
    ? number
    : Row extends { kind: "flag" }
      ? boolean
      : string;

/** Attributes of one span. */
export type TraceAttributes = {
  readonly [Key in TraceAttributeKey]?: ValueOf<(typeof TRACE_ATTRIBUTES)[Key]>;
};

/** One kind of span. */
export type SpanRow = {
  readonly kind: "server" | "client" | "internal";
  /** Its parent span. */
  readonly under: string;
  readonly says: string;
};

/** Every span by name, except those of the pipeline's stages. */
export const SPANS = {
  "POST /api/v1/render": {
    kind: "server",
    under: "the client's span, if it sent one",
    says: "a whole render over HTTP",
  },
  "GET /api/v1/render": {
    kind: "server",
    under: "the client's span, if it sent one",
    says: "a render at an address, or a 304",
  },
  "POST /api/mcp": {
    kind: "server",
    under: "the client's span, if it sent one",
    says: "a message or a batch that calls the tool",
  },
  "tools/call render_ascii": {
    kind: "server",
    under: "the span that the call's `_meta` names, else the request's",
    says: "one call of the tool, linked to the request that carried it",
  },
  fetch: { kind: "client", under: "the render or the call", says: "fetching the image from another host" },
  cache: { kind: "internal", under: "the render or the call", says: "the lookup in the output cache" },
  join: {
    kind: "internal",
    under: "the render or the call",
    says: "the wait for another client's identical render",
  },
  queue: { kind: "internal", under: "the render or the call", says: "the wait for a worker" },
  worker: { kind: "internal", under: "the render or the call", says: "the job in a worker process" },
  decode: { kind: "internal", under: "`worker`", says: "decoding the image" },
  analyze: { kind: "internal", under: "`worker`", says: "the Auto Director's analysis of the image" },
  measure: { kind: "internal", under: "`worker`", says: "measuring a rendered grid" },
  encode: { kind: "internal", under: "`worker`", says: "encoding the grid in the output format" },
} as const satisfies Record<string, SpanRow>;

/** Limits of the trace export. Times are in milliseconds. */
export const TRACE_BOUNDS = {
  /** Traces per second, and how many of them are reserved for server errors. */
  tracesPerSecond: 20,
  keptForFailures: 4,
  /** Spans that may wait, and spans per message. */
  waiting: 256,
  batch: 64,
  /** Maximum time that a span waits for its batch to fill. */
  delayMs: 500,
} as const;
