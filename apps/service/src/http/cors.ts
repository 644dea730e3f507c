/** Response headers that scripts of other sites may read. */
const EXPOSED = [
  "traceparent",
  "tracestate",
  "Server-Timing",
  "Render-Quality",
  "Render-Glyphs",
  "Render-Grid",
  "Retry-After",
  "RateLimit",
  "RateLimit-Policy",
  "ETag",
  "Content-Disposition",
  "Deprecation",
  "Sunset",
];

/** Request headers that a preflight allows: ours, W3C Trace Context's and the Model Context Protocol's. */
const ALLOWED = [
  "Content-Type",
  "Authorization",
  "X-Service-API-Key",
  "traceparent",
  "tracestate",
  "MCP-Protocol-Version",
  "Mcp-Method",
  "Mcp-Name",
  "Mcp-Session-Id",
  "Last-Event-ID",
];

/** Seconds that a browser may remember a preflight; no browser keeps it longer than a day. */
const PREFLIGHT_SECONDS = 86_400;

/** What every response says to scripts of other sites (answers 2.15): any origin, never with credentials. */
export const CORS_HEADERS: { readonly [name: string]: string } = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": EXPOSED.join(", "),
};

/** What a preflight of a path with these methods answers on top. */
export const preflightHeaders = (methods: readonly string[]): { readonly [name: string]: string } => ({
  "access-control-allow-methods": methods.join(", "),
  "access-control-allow-headers": ALLOWED.join(", "),
  "access-control-max-age": String(PREFLIGHT_SECONDS),
});
