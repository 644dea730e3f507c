import { HANDOFF_MODES } from "./version.ts";

/** Revisions of the Model Context Protocol that the tool endpoint speaks, the newest first. */
export const MCP_REVISIONS = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;

/** The revision that has neither sessions nor batches, and tells itself in every request. */
export const MCP_STATELESS = MCP_REVISIONS[0];

/** Revisions that begin with a handshake, the newest first. */
export const MCP_HANDSHAKE: readonly string[] = MCP_REVISIONS.slice(1);

/** Methods that the tool endpoint answers. `initialize` and `ping` belong to the older revisions. */
export const MCP_METHODS = ["server/discover", "initialize", "ping", "tools/list", "tools/call"] as const;

/** Codes of JSON-RPC 2.0, section 5.1, and of the Model Context Protocol (2026-07-28), by what they mean. */
export const RPC_CODES = {
  notJson: -32700,
  notRequest: -32600,
  methodUnknown: -32601,
  paramsInvalid: -32602,
  internal: -32603,
  headersDisagree: -32020,
  revisionUnsupported: -32022,
} as const;

/** 32 lower-case hex digits, not all zero (answers 6.2; W3C Trace Context's trace id). */
export const TRACE_ID_PATTERN = "^(?!0{32}$)[0-9a-f]{32}$";

/** The browser-only tool (specification 4.5), which the studio's page registers. */
export const STREAM_TOOL = {
  name: "stream_ascii_to_a2v",
  title: "Stream character art to the receiving site",
  description:
    "Sends frames of the browser studio to the trusted receiving site by `window.postMessage`. The person at the studio is asked and has 60 seconds to allow it; a camera or a video must be running already for a stream of it. It runs in the studio's page only, where the browser has WebMCP: the service has no such operation.",
  inputSchema: {
    type: "object",
    properties: {
      mode: { enum: HANDOFF_MODES, description: "What is sent: one frame, or a stream of a camera or a video." },
      traceId: {
        type: "string",
        pattern: TRACE_ID_PATTERN,
        description: "Public trace id that both sites tell; the browser makes one where it is left out.",
      },
    },
    required: ["mode"],
    additionalProperties: false,
  },
  served: true,
} as const;
