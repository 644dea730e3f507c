/** Response headers that cross-origin scripts may read. */
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

/** Request headers that a preflight allows: our own, W3C Trace Context's and the Model Context Protocol's. */
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

/** Seconds that browsers may cache a preflight; none keeps it longer than a day. */
const PREFLIGHT_SECONDS = 86_400;

/** CORS headers of every response (answers 2.15): any origin, never with credentials. */
export const CORS_HEADERS: { readonly [name: string]: string } = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": EXPOSED.join(", "),
};

/** Extra headers of a preflight response for a path with these methods. */
export const preflightHeaders = (methods: readonly string[]): { readonly [name: string]: string } => ({
  "access-control-allow-methods": methods.join(", "),
  "access-control-allow-headers": ALLOWED.join(", "),
  "access-control-max-age": String(PREFLIGHT_SECONDS),
});
